import {
  EMPTY_SUM,
  isBalanced,
  plus,
  sumOf,
  type LedgerEntry,
  type LedgerSum,
} from '../../features/lifecycle/reconcile/ledger.rules.js';
import { ledgerProjection } from '../../features/lifecycle/reconcile/ledger.projection.js';
import {
  strayChargesProjection,
  type StrayDocument,
} from '../../features/lifecycle/strays/stray-charges.projection.js';
import {
  NO_STRAY_CENTS,
  plusStray,
  strayCentsOf,
} from '../../features/lifecycle/strays/stray-ledger.rules.js';
import { formatAmount } from '../../kernel/money/money.js';
import type { ViewStore } from '../../engine/view-store/view-store.port.js';

/** Most transfers named in a report. */
const NAMED_LIMIT = 5;

/**
 * Checks that every charge is delivered, kept as fees, refunded or still open, to the cent, and adds the days up. The
 * accounts come from a view that was found equal to a refold of the log before. @returns the findings
 * @throws Error naming the first day that differs
 */
export async function checkLedger(views: ViewStore): Promise<string> {
  const { name } = ledgerProjection;
  const { live } = await views.generations(name);
  if (live === null) throw new Error('it is not built yet');
  const days = new Map<string, LedgerSum>();
  const wrong: LedgerEntry[] = [];
  for await (const { document } of views.scan(name, live)) {
    const entry = document as LedgerEntry | null;
    if (!entry) continue;
    days.set(entry.day, plus(days.get(entry.day) ?? EMPTY_SUM, sumOf(entry)));
    if (!isBalanced(entry.cents)) wrong.push(entry);
  }
  const [first] = wrong.map(({ day }) => day).sort();
  if (first === undefined) {
    // Transfers without a charge are of no day.
    const count = [...days.keys()].filter((day) => day !== '').length;
    const strays = await strayText(views);
    return `${textOf([...days.values()].reduce(plus, EMPTY_SUM))} on ${count} ${count === 1 ? 'day' : 'days'}${strays}`;
  }
  const ids = wrong.filter(({ day }) => day === first).map(({ id }) => id);
  const named = ids.slice(0, NAMED_LIMIT).join(', ');
  throw new Error(
    `${first || 'before any charge'} differs: ${textOf(days.get(first) ?? EMPTY_SUM)}; ${ids.length} transfers: ${named}`,
  );
}

/** Charges that no transfer has recorded; nothing without any. */
async function strayText(views: ViewStore): Promise<string> {
  const { name } = strayChargesProjection;
  const { live } = await views.generations(name);
  let sum = NO_STRAY_CENTS;
  if (live !== null)
    for await (const { document } of views.scan(name, live))
      if (document) sum = plusStray(sum, strayCentsOf((document as StrayDocument).stray));
  const { lost: _, ...amounts } = sum;
  return sum.charged === 0 ? '' : `; stray charges: ${listed(amounts)}`;
}

function textOf({ captured, delivered, fees, refunded, open, lost, loss }: LedgerSum): string {
  return listed({ captured, delivered, fees, refunded, open, 'taken back by banks': lost, loss });
}

function listed(amounts: Readonly<Record<string, number>>): string {
  return Object.entries(amounts)
    .map(([name, cents]) => `${name} ${cents < 0 ? '-' : ''}${formatAmount(Math.abs(cents))}`)
    .join(', ');
}
