import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../../../test/support/test-app.js';
import { until } from '../../../../test/support/till.js';
import {
  control,
  deliver,
  inquiryIn,
  newSender,
  openVerification,
  signed,
  statusChanges,
  type VerifyingPerson,
} from '../../../../test/support/verification-app.js';
import { webhookStreamOf } from '../../engine/providers/webhook-stream.js';

let app: TestApp;

beforeAll(async () => {
  app = await openVerification();
}, 30_000);
afterAll(() => app.close());

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
  const sender = await newSender(app);
  const inquiryId = inquiryIn((await sender.submit()).body.url);
  await control(app, `inquiries/${inquiryId}/pass`, { webhook: 'none' });
  return { sender, inquiryId };
}

const badgeIs = (person: VerifyingPerson, badge: string) => async () =>
  (await person.overview()).badge === badge;

/** Delivers a last webhook and waits for its effect: all earlier ones have then been processed. */
async function processed(silent?: Awaited<ReturnType<typeof approvedWithoutWebhook>>): Promise<void> {
  const { sender, inquiryId } = silent ?? (await approvedWithoutWebhook());
  expect(await deliver(app, bodyOf({ inquiryId, referenceId: sender.uid }))).toBe(200);
  await until(badgeIs(sender, 'verified'));
}

describe('a webhook that changes nothing', () => {
  it('has a missing or forged signature, or one that is old, early or of other bytes', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const body = bodyOf({ inquiryId, referenceId: sender.uid });
    const { nowMs } = app.clock;
    const forgeries = [
      null,
      '',
      't=1,v1=00',
      signed(app, `${body} `),
      signed(app, JSON.stringify(JSON.parse(body))),
      signed(app, body, nowMs - 301_000),
      signed(app, body, nowMs + 301_000),
      signed(app, body).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ];
    for (const signature of forgeries) expect(await deliver(app, body, signature)).toBe(401);
    expect(await deliver(app, JSON.stringify(JSON.parse(body)), signed(app, body))).toBe(401);
    await processed();
    expect(await statusChanges(app, sender.uid)).toEqual([]);
  });

  it('is a repeat: a hundred copies count once', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const eventId = `evt_${randomUUID()}`;
    const body = bodyOf({ inquiryId, referenceId: sender.uid, eventId });
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(app, body)));
    expect(new Set(answers)).toEqual(new Set([200]));
    await processed();
    expect(await statusChanges(app, sender.uid)).toEqual(['verified']);
    expect(await app.events(webhookStreamOf('persona', eventId))).toHaveLength(1);
  });

  it("names a person other than the inquiry's sender", async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const other = await newSender(app);
    const otherInquiry = inquiryIn((await other.submit()).body.url);
    expect(await deliver(app, bodyOf({ inquiryId, referenceId: other.uid }))).toBe(200);
    expect(await deliver(app, bodyOf({ inquiryId: otherInquiry, referenceId: sender.uid }))).toBe(200);
    expect(await deliver(app, bodyOf({ inquiryId: 'inq_unknown', referenceId: sender.uid }))).toBe(200);
    await processed();
    expect(await statusChanges(app, sender.uid)).toEqual([]);
    expect(await statusChanges(app, other.uid)).toEqual([]);
  });

  it('reports an approval that the provider, when queried, does not confirm', async () => {
    const sender = await newSender(app);
    const inquiryId = inquiryIn((await sender.submit()).body.url);
    await deliver(app, bodyOf({ inquiryId, referenceId: sender.uid }));
    await processed();
    expect((await sender.overview()).badge).toBe('pending');
    expect(await statusChanges(app, sender.uid)).toEqual([]);
  });

  it('concerns something other than an inquiry', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    for (const name of ['inquiry.transitioned', 'inquiry.redacted', 'report/watchlist.ready'])
      expect(await deliver(app, bodyOf({ name, inquiryId, referenceId: sender.uid }))).toBe(200);
    await processed();
    expect(await statusChanges(app, sender.uid)).toEqual([]);
  });

  it('is unreadable, too large, not JSON, or for an unknown provider', async () => {
    expect(await deliver(app, '{"data":{}}')).toBe(400);
    expect(await deliver(app, '{"data":')).toBe(400);
    expect(await deliver(app, `{"data":"${'x'.repeat(300_000)}"}`)).toBe(413);
    const nobody = app.person('nobody');
    expect((await nobody.request('POST', '/webhooks/elsewhere', { body: {} })).status).toBe(404);
  });
});

describe('the webhooks of one check', () => {
  it('end in the status of the newest, regardless of order and repeats', async () => {
    const sender = await newSender(app);
    const inquiryId = inquiryIn((await sender.submit()).body.url);
    await control(app, `inquiries/${inquiryId}/pass`, { webhook: 'reversed', copies: 3 });
    await until(badgeIs(sender, 'verified'));
    await processed();
    expect((await statusChanges(app, sender.uid)).at(-1)).toBe('verified');
  });

  it('remove the tier when the provider declines afterwards', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    await sender.refresh();
    await control(app, `inquiries/${inquiryId}/decline`);
    await until(badgeIs(sender, 'pending'));
    expect(await sender.overview()).toMatchObject({ next: 'retry', attemptsLeft: 2 });
  });

  it('find their sender even without a reference', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    await deliver(app, bodyOf({ inquiryId }));
    await until(badgeIs(sender, 'verified'));
  });

  it('do not wait when the provider is unavailable: the next check replaces them', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const next = await approvedWithoutWebhook();
    await control(app, 'api-failures', { count: 1, failure: 503 });
    await deliver(app, bodyOf({ inquiryId, referenceId: sender.uid }));
    await processed(next);
    expect(await sender.refresh()).toMatchObject({ badge: 'verified' });
  });

  it('are recorded without personal data', async () => {
    const { sender, inquiryId } = await approvedWithoutWebhook();
    const eventId = `evt_${randomUUID()}`;
    await deliver(app, bodyOf({ inquiryId, referenceId: sender.uid, eventId }));
    const events = await app.events(webhookStreamOf('persona', eventId));
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
  const early = await openVerification({ environment: { PERSONA_VERIFIED_ON: 'completed' } });
  const sender = await newSender(early);
  const inquiryId = inquiryIn((await sender.submit()).body.url);
  await control(early, `inquiries/${inquiryId}/close`);
  await control(early, `inquiries/${inquiryId}/complete`);
  await until(badgeIs(sender, 'verified'));
  await early.close();
}, 30_000);
