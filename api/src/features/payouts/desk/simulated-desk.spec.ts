import { deskOf, openDesk } from '../../../../../test/support/desk-app.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { transferStream } from '../../lifecycle/state/lifecycle-events.rules.js';
import { simulatedOutcome } from './simulated-desk.rules.js';

let app: TestApp;

const desk = deskOf(() => app);
const charged = (handle: string, amountCents = 2_000) => desk.charged({ handle, amountCents });
const switchTo = (auto: boolean) =>
  fetch(`${app.simulator.httpUrl}/control/desk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auto }),
  });
const inList = (state: string, id: string) =>
  waitFor(`${id} as ${state}`, async () =>
    (await desk.listed(state)).find(({ transferId }) => transferId === id),
  );
const eventsOf = async (id: string) =>
  (await app.events(transferStream(id))).map(({ type, metadata }) => `${type} by ${metadata.actor.kind}`);

describe('the simulated desk', () => {
  beforeEach(async () => {
    app = await openDesk({ withSimulator: true });
  });
  afterEach(() => app.close());

  it('pays after three seconds under its own name, and approves as a second operator', async () => {
    const [small, large] = [await charged('maya@example.com'), await charged('ana@example.com', 60_000)];
    await inList('claim', large);
    app.clock.nowMs += 3_000;
    await inList('done', large);
    await inList('done', small);
    expect(await eventsOf(small)).toContain('PayoutConfirmed by system');
    expect(await eventsOf(large)).toEqual(
      expect.arrayContaining(['PayoutOutcomeProposed by system', 'PayoutConfirmed by system']),
    );
  });

  it('lets payouts to some handles fail, or leaves their outcome open', async () => {
    const [failing, open] = [await charged('simfail@example.com'), await charged('+13365550004')];
    await inList('claim', open);
    app.clock.nowMs += 3_000;
    await inList('done', failing);
    expect(await eventsOf(failing)).toContain('PayoutFailed by system');
    await inList('outcome', open);
  });

  it('leaves the desk to operators when it is turned off', async () => {
    await switchTo(false);
    const id = await charged('maya@example.com');
    await inList('claim', id);
    app.clock.nowMs += 3_600_000;
    await switchTo(true);
    const later = await inList('done', id);
    expect(later.operator?.id).toBe('simulated desk');
  });
});

it.each([
  ['simslow@example.com', 60_000, 'delivered'],
  ['+13365550001', 60_000, 'delivered'],
  ['simblocked@example.com', 3_000, 'blocked'],
  ['+13365550006', 3_000, 'nothing'],
  ['$mateosimdesk', Infinity, 'nothing'],
  ['$maria', 3_000, 'delivered'],
  ['+13365550142', 3_000, 'delivered'],
])('settles a payout to %s after %s ms as %s', (handle, afterMs, end) => {
  expect(simulatedOutcome(handle)).toEqual({ afterMs, end });
});
