import { randomUUID } from 'node:crypto';
import { webhookStreamOf } from '../../http/webhook-stream.js';
import {
  inquiryIn,
  VerificationApp,
  type VerifyingPerson,
} from '../../../../test/support/verification-app.js';

let flip: VerificationApp;

beforeAll(async () => {
  flip = await VerificationApp.open();
}, 30_000);
afterAll(() => flip.close());

interface EventFields {
  readonly inquiryId: string;
  readonly referenceId?: string | null;
  readonly name?: string;
  readonly eventId?: string;
  readonly createdAt?: string;
}

/** A webhook body in the provider's format. */
function bodyOf({ inquiryId, referenceId = null, ...fields }: EventFields): string {
  const {
    name = 'inquiry.approved',
    eventId = `evt_${randomUUID()}`,
    createdAt = '2026-11-01T12:01:00.000Z',
  } = fields;
  const inquiry = {
    type: 'inquiry',
    id: inquiryId,
    attributes: { status: 'approved', 'reference-id': referenceId },
  };
  const attributes = { name, 'created-at': createdAt, payload: { data: inquiry } };
  return JSON.stringify({ data: { type: 'event', id: eventId, attributes } }, null, 1);
}

/** A sender with an inquiry that was approved without a webhook. */
async function approvedWithoutWebhook(): Promise<{ sender: VerifyingPerson; inquiryId: string }> {
  const sender = await flip.sender();
  const inquiryId = inquiryIn((await sender.submit()).body.url);
  await flip.control(`inquiries/${inquiryId}/pass`, { webhook: 'none' });
  return { sender, inquiryId };
}

const badgeIs = (person: VerifyingPerson, badge: string) => async () =>
  (await person.overview()).badge === badge;

/** Delivers a last webhook and waits for its effect: all earlier ones have then been processed. */
async function processed(silent?: Awaited<ReturnType<typeof approvedWithoutWebhook>>): Promise<void> {
  const { sender, inquiryId } = silent ?? (await approvedWithoutWebhook());
  expect(await flip.deliver(bodyOf({ inquiryId, referenceId: sender.uid }))).toBe(200);
  await flip.until(badgeIs(sender, 'verified'));
}

describe('a webhook that changes nothing', () => {
  it('has a missing or forged signature, or one that is old, early or of other bytes', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const body = bodyOf({ inquiryId, referenceId: sender.uid });
    const { nowMs } = flip.app.clock;
    const forgeries = [
      null,
      '',
      't=1,v1=00',
      flip.signed(`${body} `),
      flip.signed(JSON.stringify(JSON.parse(body))),
      flip.signed(body, nowMs - 301_000),
      flip.signed(body, nowMs + 301_000),
      flip.signed(body).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ];
    for (const signature of forgeries) expect(await flip.deliver(body, signature)).toBe(401);
    expect(await flip.deliver(JSON.stringify(JSON.parse(body)), flip.signed(body))).toBe(401);
    await processed();
    expect(await flip.statusChanges(sender.uid)).toEqual([]);
  });

  it('is a repeat: a hundred copies count once', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const eventId = `evt_${randomUUID()}`;
    const body = bodyOf({ inquiryId, referenceId: sender.uid, eventId });
    const answers = await Promise.all(Array.from({ length: 100 }, () => flip.deliver(body)));
    expect(new Set(answers)).toEqual(new Set([200]));
    await processed();
    expect(await flip.statusChanges(sender.uid)).toEqual(['verified']);
    expect(await flip.events(webhookStreamOf('persona', eventId))).toHaveLength(1);
  });

  it("names a person other than the inquiry's sender", async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const other = await flip.sender();
    const otherInquiry = inquiryIn((await other.submit()).body.url);
    expect(await flip.deliver(bodyOf({ inquiryId, referenceId: other.uid }))).toBe(200);
    expect(await flip.deliver(bodyOf({ inquiryId: otherInquiry, referenceId: sender.uid }))).toBe(200);
    expect(await flip.deliver(bodyOf({ inquiryId: 'inq_unknown', referenceId: sender.uid }))).toBe(200);
    await processed();
    expect(await flip.statusChanges(sender.uid)).toEqual([]);
    expect(await flip.statusChanges(other.uid)).toEqual([]);
  });

  it('reports an approval that the provider, when queried, does not confirm', async () => {
    const sender = await flip.sender();
    const inquiryId = inquiryIn((await sender.submit()).body.url);
    await flip.deliver(bodyOf({ inquiryId, referenceId: sender.uid }));
    await processed();
    expect((await sender.overview()).badge).toBe('pending');
    expect(await flip.statusChanges(sender.uid)).toEqual([]);
  });

  it('concerns something other than an inquiry', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    for (const name of ['inquiry.transitioned', 'inquiry.redacted', 'report/watchlist.ready'])
      expect(await flip.deliver(bodyOf({ name, inquiryId, referenceId: sender.uid }))).toBe(200);
    await processed();
    expect(await flip.statusChanges(sender.uid)).toEqual([]);
  });

  it('is unreadable, too large, not JSON, or for an unknown provider', async () => {
    expect(await flip.deliver('{"data":{}}')).toBe(400);
    expect(await flip.deliver('{"data":')).toBe(400);
    expect(await flip.deliver(`{"data":"${'x'.repeat(300_000)}"}`)).toBe(413);
    const nobody = flip.app.person('nobody');
    expect((await nobody.request('POST', '/webhooks/elsewhere', { body: {} })).status).toBe(404);
  });
});

describe('the webhooks of one check', () => {
  it('end in the status of the newest, regardless of order and repeats', async () => {
    const sender = await flip.sender();
    const inquiryId = inquiryIn((await sender.submit()).body.url);
    await flip.control(`inquiries/${inquiryId}/pass`, { webhook: 'reversed', copies: 3 });
    await flip.until(badgeIs(sender, 'verified'));
    await processed();
    expect((await flip.statusChanges(sender.uid)).at(-1)).toBe('verified');
  });

  it('remove the tier when the provider declines afterwards', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    await sender.refresh();
    await flip.control(`inquiries/${inquiryId}/decline`);
    await flip.until(badgeIs(sender, 'pending'));
    expect(await sender.overview()).toMatchObject({ next: 'retry', attemptsLeft: 2 });
  });

  it('find their sender even without a reference', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    await flip.deliver(bodyOf({ inquiryId }));
    await flip.until(badgeIs(sender, 'verified'));
  });

  it('do not wait when the provider is unavailable: the next check replaces them', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const next = await approvedWithoutWebhook();
    await flip.control('api-failures', { count: 1, failure: 503 });
    await flip.deliver(bodyOf({ inquiryId, referenceId: sender.uid }));
    await processed(next);
    expect(await sender.refresh()).toMatchObject({ badge: 'verified' });
  });

  it('are recorded without personal data', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const eventId = `evt_${randomUUID()}`;
    await flip.deliver(bodyOf({ inquiryId, referenceId: sender.uid, eventId }));
    const events = await flip.events(webhookStreamOf('persona', eventId));
    expect(events.map(({ data }) => data)).toEqual([
      {
        provider: 'persona',
        eventId,
        name: 'inquiry.approved',
        inquiryId,
        referenceId: sender.uid,
        providerStatus: 'approved',
        providerAt: '2026-11-01T12:01:00.000Z',
      },
    ]);
  });
});

it('verifies at completion if configured', async () => {
  const early = await VerificationApp.open({ environment: { PERSONA_VERIFIED_ON: 'completed' } });
  const sender = await early.sender();
  const inquiryId = inquiryIn((await sender.submit()).body.url);
  await early.control(`inquiries/${inquiryId}/close`);
  await early.control(`inquiries/${inquiryId}/complete`);
  await early.until(badgeIs(sender, 'verified'));
  await early.close();
}, 30_000);
