import { deskOf, openDesk } from '../../../../test/support/desk-app.js';
import { live } from '../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import type { TransferLife } from '../../../../test/support/transfer-life.js';
import type { Terms } from '../lifecycle/lifecycle-events.rules.js';

let app: TestApp;
const { act, life, listed, olga } = deskOf(() => app);

beforeEach(async () => {
  app = await openDesk();
});
afterEach(() => app.close());

/** Records a transfer as if its life had been decided. */
async function record(of: Partial<Terms>, happens: (one: TransferLife) => void): Promise<string> {
  const one = life({ platform: 'Venmo', handle: '@mayaokafor', ...of });
  happens(one);
  return live(app, one);
}
const dispute = (life: TransferLife, outcome: 'lost' | null) =>
  life.do({
    ...{ type: 'RecordDispute', disputeRef: 'dp_1', reason: 'fraudulent' },
    ...{ providerAt: life.at, outcome, cents: null },
  });

describe('a payout with a disputed charge', () => {
  it('is a task while the platform has not answered the recall, and then the bank’s', async () => {
    const recall = (life: TransferLife) => {
      life.toSubmitted().paidOut('unclaimed');
      dispute(life, null);
    };
    const id = await record({}, recall);
    expect(await listed()).toMatchObject([{ transferId: id, kind: 'recall', isDisputed: true }]);
    const returned = await record({}, (life) => {
      recall(life);
      life.paidOut('returned');
    });
    expect(await listed('dispute')).toMatchObject([{ transferId: returned }]);
  });

  it('is a task for a suspicious case, too, until it is returned', async () => {
    const id = await record({}, (life) => {
      life.toSubmitted().paidOut('unclaimed');
      life.cancel('suspicious');
    });
    expect(await listed()).toMatchObject([{ transferId: id, kind: 'recall', isDisputed: false }]);
    expect((await act(olga(), id, 'reveal')).body.code).toBe('not_revealed');
  });

  it('cannot be claimed at the desk, and warns the operator who has claimed it', async () => {
    const desk = { platform: 'Zelle', handle: 'maya@example.com' } as const;
    const waiting = await record(desk, (life) => {
      life.toCaptured();
      dispute(life, null);
    });
    expect((await act(olga(), waiting, 'claim')).body.code).toBe('not_claimable');
    const claimed = await record(desk, (life) => {
      life.toSubmitted('olga');
      dispute(life, null);
    });
    expect(await listed('outcome')).toMatchObject([{ transferId: claimed, isDisputed: true }]);
  });

  it('is a loss when it was delivered all the same, until an operator has booked it', async () => {
    const id = await record({}, (life) => {
      life.toDelivered();
      dispute(life, 'lost');
    });
    const person = olga();
    expect(await listed('lost', person)).toMatchObject([{ transferId: id, amount: '120.00' }]);
    expect((await act(person, id, 'confirm', { kind: 'lost' })).status).toBe(204);
    expect(await listed('open', person)).toEqual([]);
    expect((await act(person, id, 'confirm', { kind: 'lost' })).body.code).toBe('not_claimable');
  });
});
