import { Injectable } from '@nestjs/common';
import { fullNameOf } from '../../../kernel/people/accounts.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { maskHandle, maskText } from '../../../kernel/text/masks.js';
import { formatAmount } from '../../../kernel/money/money.js';
import {
  latenessOf,
  PAYOUT_OUTCOMES,
  type DeskFilter,
  type DeskOperator,
  type DeskTask,
  type DeskTasks,
  type PayoutOutcome,
} from '../../../kernel/money/payouts.js';
import type { Platform } from '../../../kernel/money/platforms.js';
import { quotedIn } from '../../../kernel/text/problem-numbers.js';
import type { Terms } from '../../lifecycle/state/lifecycle-events.rules.js';
import type { LifecycleState } from '../../lifecycle/state/lifecycle-state.rules.js';
import { lossOf, owedCents } from '../../lifecycle/refund/lost-disputes.rules.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { type ViewQuery, ViewStore } from '../../../engine/view-store/view-store.port.js';
import {
  type DeskTaskDocument,
  deskTasksProjection,
  isPaid,
  type PaidTask,
} from './desk-tasks.projection.js';
import { PresentTasks } from './present-tasks.js';
import { seenRecipients } from './seen-recipients.js';

/** Most open tasks that are read; the oldest come first, so the others wait until these are done. */
const OPEN_LIMIT = 500;
const DONE_LIMIT = 100;
const NOT_SUBMITTED = { route: 'desk', operator: null, claimedAt: null, proposal: null } as const;

interface DeskTasksFilter {
  /** The member of staff who reads them: staff never see a task about their own transfer. */
  readonly reader: string;
  readonly state: DeskFilter;
  readonly platform?: Platform | undefined;
  /** A problem's number finds its transfer in any state, the beginning of an id only tasks of the desk. */
  readonly q?: string | undefined;
}

/** Data that the tasks themselves do not have. */
interface Known {
  /** Of operators, by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly seen: ReadonlyMap<string, string>;
}

interface Found {
  readonly found: readonly PaidTask[];
  readonly isCut: boolean;
}

/** The tasks of the payout desk, late payouts first, personal texts masked. */
@Injectable()
export class GetDeskTasks {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly runner: CommandRunner,
    private readonly present: PresentTasks,
  ) {}

  async execute(filter: DeskTasksFilter): Promise<DeskTasks> {
    const { reader, q } = filter;
    const { state: shown, platform } = q === undefined ? filter : { state: 'open', platform: undefined };
    const { found, isCut } = await this.found(filter);
    const known = { names: await this.namesOf(found), seen: await this.seenBy(reader, found) };
    const nowMs = this.clock.now();
    const lateAfterMinutes = this.config.DESK_OUTCOME_MINUTES;
    const isLate = (task: DeskTask) => latenessOf(task, { nowMs, lateAfterMinutes }) === 'late';
    const items = found
      .filter(
        ({ state: { terms } }) => terms.uid !== reader && (platform ?? terms.platform) === terms.platform,
      )
      .map((document) => this.taskOf(document, known))
      .filter(({ kind }) => shown === 'open' || shown === 'mine' || kind === shown)
      .sort((one, other) => Number(isLate(other)) - Number(isLate(one)));
    const cents = found
      .filter(({ id }) => items.some(({ transferId }) => transferId === id))
      .reduce((sum, { state }) => sum + state.terms.amountCents, 0);
    const secondPersonOver = formatAmount(this.config.DESK_FOUR_EYES_CENTS);
    return { items, isCut, total: formatAmount(cents), secondPersonOver, lateAfterMinutes };
  }

  private found({ reader, state, q }: DeskTasksFilter): Promise<Found> {
    if (q !== undefined) return this.quoted(q);
    if (state === 'mine') return this.ended({ by: 'byDoer', where: { doneBy: reader } });
    return state === 'done' ? this.ended({ by: 'byDesk', where: { desk: 'done' } }) : this.open();
  }

  private async quoted(q: string): Promise<Found> {
    const quoted = quotedIn(q);
    if (!quoted) return { found: [], isCut: false };
    const { ids, namesTransfer, namesProblem } = quoted;
    const { items } = await this.views.find(deskTasksProjection, {
      by: 'byId',
      where: {},
      ...ids,
    });
    // The desk looks up only its own; a sender's report makes another transfer its business.
    const found = items
      .filter(isPaid)
      .filter(
        (document) =>
          namesProblem(document.state.problems) ||
          (namesTransfer(document.id) && this.present.kindOf(document) !== null),
      );
    return { found, isCut: false };
  }

  /** Tasks for operators, payouts of rails with an unknown outcome, and overdue arrivals; oldest first. */
  private async open(): Promise<Found> {
    const until = { limit: OPEN_LIMIT, to: isoInstant(this.clock.now()) };
    const pages = await Promise.all([
      this.find('open', { limit: OPEN_LIMIT }),
      this.find('rail', until),
      this.find('pending', until),
    ]);
    const found = pages
      .flatMap(({ items }) => items)
      .filter(isPaid)
      .filter((task) => this.present.kindOf(task) !== null)
      .sort((one, other) => (one.since < other.since ? -1 : 1));
    return { found, isCut: pages.some(({ nextCursor }) => nextCursor !== null) };
  }

  private async ended(query: Pick<ViewQuery, 'by' | 'where'>): Promise<Found> {
    const page = await this.views.find(deskTasksProjection, { ...query, limit: DONE_LIMIT, desc: true });
    return { found: page.items.filter(isPaid), isCut: page.nextCursor !== null };
  }

  private find(desk: DeskTaskDocument['desk'], query: { readonly limit: number; readonly to?: string }) {
    return this.views.find(deskTasksProjection, { by: 'byDesk', where: { desk }, ...query });
  }

  /** When the reader saw the recipients of payouts that were claimed or reported. */
  private async seenBy(reader: string, found: readonly PaidTask[]): Promise<ReadonlyMap<string, string>> {
    const ids = found.filter(({ state }) => state.payout?.route === 'desk').map(({ id }) => id);
    if (reader === '' || ids.length === 0) return new Map();
    return seenRecipients(this.runner, { staffUid: reader, nowMs: this.clock.now() }, ids);
  }

  private taskOf(document: PaidTask, { names, seen }: Known): DeskTask {
    const { terms, payout, disputes, lostCents } = document.state;
    const named = (id: string): DeskOperator => ({ id, name: names.get(id) ?? id });
    const { route, operator, claimedAt, proposal } = payout ?? NOT_SUBMITTED;
    const kind = this.present.kindOf(document) ?? 'done';
    return {
      transferId: document.id,
      kind,
      route,
      platform: terms.platform,
      recipient: maskText(terms.recipient),
      handle: maskHandle(terms.handle),
      amount: formatAmount(terms.amountCents),
      since: this.present.sinceOf(document, kind),
      needsSecondPerson: terms.amountCents > this.config.DESK_FOUR_EYES_CENTS,
      isDisputed: disputes.length > 0 || lostCents > 0,
      operator: operator === null ? null : named(operator),
      claimedAt,
      seenAt: seen.get(document.id) ?? null,
      refund: kind === 'refund' ? refundIn(document.state, named) : null,
      ...disputesIn(document.state, terms),
      loss: kind === 'lost' ? lossIn(document.state) : null,
      doneAs: document.doneAs,
      outcome: outcomeOf(document.state),
      // A settled task waits for no one.
      proposal:
        kind === 'second_person' && proposal ? { ...proposal, operator: named(proposal.operator) } : null,
      problems: Object.entries(document.problems)
        .map(([number, text]) => ({ number, text }))
        .reverse(),
      differences: document.state.differences.map(({ at, ...difference }) => ({ ...difference, since: at })),
    };
  }

  private async namesOf(documents: readonly PaidTask[]): Promise<ReadonlyMap<string, string>> {
    const ids = documents.flatMap(({ state: { payout, refund } }) => [
      ...(payout?.operator ? [payout.operator] : []),
      ...(payout?.proposal ? [payout.proposal.operator] : []),
      ...(refund?.settlement ? [refund.settlement.operator] : []),
    ]);
    const named = [...new Set(ids)].map(async (id) => {
      const account = await this.views.get(accountsProjection, id);
      return [id, account ? fullNameOf(account) : id] as const;
    });
    return new Map(await Promise.all(named));
  }
}

function outcomeOf({ payout }: LifecycleState): PayoutOutcome | null {
  return PAYOUT_OUTCOMES.find((outcome) => outcome === payout?.state) ?? null;
}

/** Open disputes, and the answer to them. */
function disputesIn(state: LifecycleState, { totalCents }: Terms): Pick<DeskTask, 'disputes' | 'paidBack'> {
  const disputes = state.disputes.map(({ reason, cents, dueBy }) => ({
    reason,
    amount: formatAmount(cents ?? totalCents),
    dueBy,
  }));
  return { disputes, paidBack: disputes.length > 0 ? paidBackIn(state) : null };
}

/** The sender has it: the processor's refund, or what was paid back another way. */
function paidBackIn({ refund, paidBackCents, endedAt }: LifecycleState): DeskTask['paidBack'] {
  const reference = refund?.settlement?.reference ?? refund?.refundRef ?? null;
  if (paidBackCents === 0 || endedAt === null || reference === null) return null;
  return { amount: formatAmount(paidBackCents), at: endedAt, reference };
}

const lossIn = (state: LifecycleState): DeskTask['loss'] => ({
  amount: formatAmount(lossOf(state)),
  booked: formatAmount(state.bookedLossCents),
});

function refundIn(state: LifecycleState, named: (id: string) => DeskOperator): DeskTask['refund'] {
  const { refund } = state;
  if (!refund) return null;
  const { settlement } = refund;
  return {
    owed: formatAmount(owedCents(refund, state)),
    settlement: settlement && { ...settlement, operator: named(settlement.operator) },
  };
}
