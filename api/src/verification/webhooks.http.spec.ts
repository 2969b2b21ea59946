import { randomUUID } from 'node:crypto';
import { webhookStreamOf } from './receive-webhook.command.js';
import { inquiryIn, VerificationApp, type VerifyingPerson } from '../../../test/support/verification-app.js';

let flip: VerificationApp;

beforeAll(async () => {
  flip = await VerificationApp.open();
}, 30_000);
afterAll(() => flip.close());

interface Told {
  readonly inquiryId: string;
  readonly referenceId?: string | null;
  readonly name?: string;
  readonly eventId?: string;
  readonly createdAt?: string;
}

/** A webhook body as the provider would write it. */
function bodyOf({ inquiryId, referenceId = null, ...told }: Told): string {
  const {
    name = 'inquiry.approved',
    eventId = `evt_${randomUUID()}`,
    createdAt = '2026-11-01T12:01:00.000Z',
  } = told;
  const inquiry = {
    type: 'inquiry',
    id: inquiryId,
    attributes: { status: 'approved', 'reference-id': referenceId },
  };
  const attributes = { name, 'created-at': createdAt, payload: { data: inquiry } };
  return JSON.stringify({ data: { type: 'event', id: eventId, attributes } }, null, 1);
}

/** A sender whose inquiry was approved, of which no webhook told. */
async function approvedInSilence(): Promise<{ sender: VerifyingPerson; inquiryId: string }> {
  const sender = await flip.sender();
  const inquiryId = inquiryIn((await sender.submit()).body.url);
  await flip.control(`inquiries/${inquiryId}/pass`, { webhook: 'none' });
  return { sender, inquiryId };
}

const badgeIs = (person: VerifyingPerson, badge: string) => async () =>
  (await person.overview()).badge === badge;

/** Everything told before has been processed once this one has. */
async function settled(silent?: Awaited<ReturnType<typeof approvedInSilence>>): Promise<void> {
  const { sender, inquiryId } = silent ?? (await approvedInSilence());
  expect(await flip.deliver(bodyOf({ inquiryId, referenceId: sender.uid }))).toBe(200);
  await flip.until(badgeIs(sender, 'verified'));
}

describe('a webhook that changes nothing', () => {
  it('is one whose signature is missing, forged, old, early or over other bytes', async () => {
    const { sender, inquiryId } = await approvedInSilence();
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
    await settled();
    expect(await flip.statusChanges(sender.uid)).toEqual([]);
  });

  it('is a repeated one: a hundred copies count once', async () => {
    const { sender, inquiryId } = await approvedInSilence();
    const eventId = `evt_${randomUUID()}`;
    const body = bodyOf({ inquiryId, referenceId: sender.uid, eventId });
    const answers = await Promise.all(Array.from({ length: 100 }, () => flip.deliver(body)));
    expect(new Set(answers)).toEqual(new Set([200]));
    await settled();
    expect(await flip.statusChanges(sender.uid)).toEqual(['verified']);
    expect(await flip.events(webhookStreamOf('persona', eventId))).toHaveLength(1);
  });

  it('is one that names another person than the one who holds the inquiry', async () => {
    const { sender, inquiryId } = await approvedInSilence();
    const other = await flip.sender();
    const otherInquiry = inquiryIn((await other.submit()).body.url);
    expect(await flip.deliver(bodyOf({ inquiryId, referenceId: other.uid }))).toBe(200);
    expect(await flip.deliver(bodyOf({ inquiryId: otherInquiry, referenceId: sender.uid }))).toBe(200);
    expect(await flip.deliver(bodyOf({ inquiryId: 'inq_unknown', referenceId: sender.uid }))).toBe(200);
    await settled();
    expect(await flip.statusChanges(sender.uid)).toEqual([]);
    expect(await flip.statusChanges(other.uid)).toEqual([]);
  });

  it('is one that says approved while the provider, asked again, does not', async () => {
    const sender = await flip.sender();
    const inquiryId = inquiryIn((await sender.submit()).body.url);
    await flip.deliver(bodyOf({ inquiryId, referenceId: sender.uid }));
    await settled();
    expect((await sender.overview()).badge).toBe('pending');
    expect(await flip.statusChanges(sender.uid)).toEqual([]);
  });

  it('is one about something else', async () => {
    const { sender, inquiryId } = await approvedInSilence();
    for (const name of ['inquiry.transitioned', 'inquiry.redacted', 'report/watchlist.ready'])
      expect(await flip.deliver(bodyOf({ name, inquiryId, referenceId: sender.uid }))).toBe(200);
    await settled();
    expect(await flip.statusChanges(sender.uid)).toEqual([]);
  });

  it('is one that cannot be read, is too large, no JSON, or for a provider we do not have', async () => {
    expect(await flip.deliver('{"data":{}}')).toBe(400);
    expect(await flip.deliver('{"data":')).toBe(400);
    expect(await flip.deliver(`{"data":"${'x'.repeat(300_000)}"}`)).toBe(413);
    const nobody = flip.app.person('nobody');
    expect((await nobody.ask('POST', '/webhooks/elsewhere', { body: {} })).status).toBe(404);
  });
});

describe('webhooks of one check', () => {
  it('end as the newest of them says, whatever arrives first, and however often', async () => {
    const sender = await flip.sender();
    const inquiryId = inquiryIn((await sender.submit()).body.url);
    await flip.control(`inquiries/${inquiryId}/pass`, { webhook: 'reversed', copies: 3 });
    await flip.until(badgeIs(sender, 'verified'));
    await settled();
    expect((await flip.statusChanges(sender.uid)).at(-1)).toBe('verified');
  });

  it('take the tier back when the provider declines afterwards', async () => {
    const { sender, inquiryId } = await approvedInSilence();
    await sender.refresh();
    await flip.control(`inquiries/${inquiryId}/decline`);
    await flip.until(badgeIs(sender, 'pending'));
    expect(await sender.overview()).toMatchObject({ next: 'retry', attemptsLeft: 2 });
  });

  it('find their sender without a reference too', async () => {
    const { sender, inquiryId } = await approvedInSilence();
    await flip.deliver(bodyOf({ inquiryId }));
    await flip.until(badgeIs(sender, 'verified'));
  });

  it('wait for nothing when the provider is away: the next look heals', async () => {
    const { sender, inquiryId } = await approvedInSilence();
    const next = await approvedInSilence();
    await flip.control('api-failures', { count: 1, failure: 503 });
    await flip.deliver(bodyOf({ inquiryId, referenceId: sender.uid }));
    await settled(next);
    expect(await sender.refresh()).toMatchObject({ badge: 'verified' });
  });

  it('are recorded without anything personal', async () => {
    const { sender, inquiryId } = await approvedInSilence();
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

it('verifies at the completed form where the deployment says so', async () => {
  const early = await VerificationApp.open({ environment: { PERSONA_VERIFIED_ON: 'completed' } });
  const sender = await early.sender();
  const inquiryId = inquiryIn((await sender.submit()).body.url);
  await early.control(`inquiries/${inquiryId}/close`);
  await early.control(`inquiries/${inquiryId}/complete`);
  await early.until(badgeIs(sender, 'verified'));
  await early.close();
}, 30_000);
