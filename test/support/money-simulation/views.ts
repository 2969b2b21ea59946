import type { RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import type { Projection } from '../../../api/src/event-sourcing/projection.js';
import { ledgerProjection } from '../../../api/src/features/lifecycle/reconcile/ledger.projection.js';
import { isBalanced, type LedgerEntry } from '../../../api/src/features/lifecycle/reconcile/ledger.rules.js';
import { lossOf } from '../../../api/src/features/lifecycle/refund/lost-disputes.rules.js';
import type { Stage } from '../../../api/src/features/lifecycle/state/lifecycle-state.rules.js';
import type { Transaction } from '../../../api/src/kernel/money/transfers.js';
import { transactionsProjection } from '../../../api/src/features/transfers/history/transactions.projection.js';
import type { Parts } from './parts.js';
import type { World } from './world.js';

type Documents = Map<string, unknown>;

/** What a sender reads once nothing more can happen. */
const STATUS_OF: Readonly<Partial<Record<Stage, Transaction['status']>>> = {
  delivered: 'delivered',
  cancelled: 'cancelled',
  declined: 'declined',
  refunded: 'refunded',
  refund_failed: 'refunding',
  refund_pending: 'refunding',
};

/** The senders' history and the ledger, folded from every event as it is recorded. */
export class Views {
  private readonly transactions: Documents = new Map();
  private readonly ledger: Documents = new Map();

  constructor(private readonly parts: Parts) {}

  note(event: RecordedEvent): void {
    fold(this.parts.history(transactionsProjection), this.transactions, event);
    fold(this.parts.ledger(ledgerProjection), this.ledger, event);
  }

  /** At the end, both agree with the transfers and with the providers' records, to the cent. */
  check(world: World): void {
    for (const transferId of world.transferIds) {
      const wrong = this.wrong(world, transferId);
      if (wrong !== null) world.violated(`the views of ${transferId.slice(0, 4)}: ${wrong}`);
    }
  }

  private wrong(world: World, transferId: string): string | null {
    const shown = this.transactions.get(transferId) as Transaction | undefined;
    const entry = (this.ledger.get(transferId) as LedgerEntry | undefined) ?? null;
    return wrongHistory(world, transferId, shown) ?? wrongBooks(world, transferId, entry);
  }
}

function wrongHistory(world: World, transferId: string, shown: Transaction | undefined): string | null {
  const { stage, terms } = world.stateOf(transferId);
  if (!shown) return 'it is missing';
  const expected = STATUS_OF[stage] ?? shown.status;
  if (shown.status !== expected) return `${stage} is shown as ${shown.status}`;
  const isReleased = world.records
    .stream(`sender-${terms?.uid ?? ''}`)
    .some(
      ({ type, data }) =>
        type === 'AllowanceReleased' && (data as { readonly transferId: string }).transferId === transferId,
    );
  return shown.released === isReleased ? null : 'its amount is shown as released, or not, wrongly';
}

function fold<Document extends object>(
  projection: Projection<Document>,
  documents: Documents,
  event: RecordedEvent,
): void {
  if (!projection.prefixes.some((prefix) => event.stream.startsWith(prefix))) return;
  for (const id of projection.keys(event))
    documents.set(id, projection.evolve((documents.get(id) as Document | undefined) ?? null, event, id));
}

function wrongBooks(world: World, transferId: string, entry: LedgerEntry | null): string | null {
  const { cards } = world;
  const charges = cards.chargesOf(transferId);
  const captured = charges.filter(({ state }) => state === 'captured');
  const charged = captured.reduce((sum, { cents }) => sum + cents, 0);
  const lost = charges.reduce((sum, charge) => sum + cards.lostCents(charge), 0);
  if (!entry) return charged + lost === 0 ? null : `${charged} cents were charged, and none are booked`;
  const booked = entry.cents;
  if (booked.captured !== charged) return `${charged} cents were charged, ${booked.captured} are booked`;
  if (!isBalanced(booked)) return 'the account is not balanced';
  if (booked.lost !== lost) return `the bank took ${lost} cents, ${booked.lost} are booked`;
  const loss = lossOf(world.stateOf(transferId));
  return booked.loss === loss ? null : `${loss} cents left twice, ${booked.loss} are in the ledger`;
}
