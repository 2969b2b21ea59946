import { randomUUID } from 'node:crypto';
import { TestApp } from '../../../../test/support/test-app.js';
import { terms, TransferLife } from '../../../../test/support/transfer-life.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import type { DeskTasks } from '../../kernel/payouts.js';
import { transferStream } from '../lifecycle/lifecycle-events.rules.js';
import { DeskModule } from './desk.module.js';
import { simulatedOutcome } from './simulated-desk.rules.js';

let app: TestApp;

async function charged(handle: string, amountCents = 2_000): Promise<string> {
  const transferId = randomUUID();
  const { events } = new TransferLife({
    ...terms,
    ...{ transferId, handle, amountCents, platform: 'Zelle' },
  }).toCaptured();
  await app.record(transferStream(transferId), events);
  return transferId;
}

const switchTo = (auto: boolean) =>
  fetch(`${app.simulator.httpUrl}/control/desk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auto }),
  });
const tasks = async (state: string) =>
  (await app.person('olga').request<DeskTasks>('GET', `/compliance/payouts?state=${state}`)).body.items;
const inList = (state: string, id: string) =>
  waitFor(`${id} as ${state}`, async () => (await tasks(state)).find(({ transferId }) => transferId === id));
const eventsOf = async (id: string) => {
  const types = [];
  for await (const { type, metadata } of app.eventLog.read(transferStream(id)))
    types.push(`${type} by ${metadata.actor.kind}`);
  return types;
};

describe('the simulated desk', () => {
  beforeEach(async () => {
    app = await TestApp.open([DeskModule], {
      declared: [AccountsModule],
      now: '2026-11-20T12:00:00.000Z',
      withSimulator: true,
    });
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
