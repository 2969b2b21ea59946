import { DAY, MINUTE, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { foldDocument } from '../../../../../test/support/fold-view.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import type { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { OpenTransfersMetrics } from './open-transfers.metrics.js';
import { openTransfersProjection } from './open-transfers.projection.js';

const life = () => new TransferLife(terms);
const folded = ({ log }: TransferLife) => foldDocument(openTransfersProjection, log);

/** The lines about these transfers that are not zero. */
async function scraped(lives: readonly TransferLife[], nowMs = 0): Promise<readonly string[]> {
  const metrics = new RequestMetrics();
  const documents = lives.map(folded);
  const find = (_: string, { where }: { readonly where: Readonly<Record<string, unknown>> }) =>
    Promise.resolve({ items: documents.filter((one) => one?.life === where['life']), nextCursor: null });
  const views = { find } as unknown as ViewStore;
  new OpenTransfersMetrics(metrics, views, { now: () => nowMs }).onModuleInit();
  const text = await metrics.text([], 0);
  return text.split('\n').filter((line) => /^flip_(open|oldest)\S+ [^0]/.test(line));
}

it('counts open transfers by stage', async () => {
  expect(
    await scraped([
      life().toAuthorized(),
      life().toCaptured(),
      life().toCaptured(),
      life().toSubmitted(),
      life().toDelivered(),
      life().toRefunded(),
    ]),
  ).toEqual([
    'flip_open_transfers{stage="authorized"} 1',
    'flip_open_transfers{stage="captured"} 2',
    'flip_open_transfers{stage="payout_submitted"} 1',
  ]);
});

it('reports the age of the oldest provider call without an outcome, regardless of later events', async () => {
  const late = life().toCaptured();
  late.cancel();
  const askedMs = late.nowMs;
  late.wait(DAY).do({ type: 'ReportProblem', problemId: 'P-1', text: 'Where is my money?' });
  const later = life()
    .wait(2 * MINUTE)
    .toSubmitted();
  const accepted = life().toSubmitted();
  accepted.paidOut('pending');
  const age = await scraped([later, late, accepted], askedMs + DAY + MINUTE);
  expect(age).toContain('flip_oldest_outstanding_call_seconds 86460');
  late.refunded('completed');
  expect(await scraped([late, accepted], askedMs + 2 * DAY)).toEqual([
    'flip_open_transfers{stage="payout_submitted"} 1',
  ]);
});

it('reports nothing while the view store is unavailable', async () => {
  const metrics = new RequestMetrics();
  const views = { find: () => Promise.reject(new StoreUnavailable('away')) } as unknown as ViewStore;
  new OpenTransfersMetrics(metrics, views, { now: () => 0 }).onModuleInit();
  const text = await metrics.text([], 0);
  expect(text).toContain('flip_live_streams');
  expect(text).not.toContain('flip_open_transfers');
});
