import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AccountDocument } from '../accounts/accounts.projection.js';
import { Clock } from '../config/clock.js';
import { Config } from '../config/config.js';
import { maskHandle } from '../kernel/mask-handle.js';
import { maskText } from '../kernel/mask-text.js';
import { formatAmount } from '../kernel/money.js';
import type { DeskFilter, DeskOperator, DeskTask, DeskTasks } from '../kernel/payouts.js';
import type { Platform } from '../kernel/platforms.js';
import type { Terms } from '../lifecycle/lifecycle-events.rules.js';
import { ViewStore } from '../view-store/view-store.port.js';
import type { DeskTaskDocument } from './desk-tasks.projection.js';
import { shownKindOf, unknownBefore } from './desk-tasks.rules.js';

/** Most open tasks that are read; the oldest come first, so the others wait until these are done. */
const OPEN_LIMIT = 500;
const DONE_LIMIT = 100;
const NOT_SUBMITTED = { route: 'desk', operator: null, submittedAt: null, proposal: null } as const;

interface DeskQuestion {
  /** The member of staff who reads them: nobody sees a task about their own transfer. */
  readonly reader: string;
  readonly filter: DeskFilter;
  readonly platform?: Platform | undefined;
}

export class GetDeskTasks extends Query<DeskTasks> {
  constructor(readonly question: DeskQuestion) {
    super();
  }
}

type OpenDocument = DeskTaskDocument & { readonly state: { readonly terms: Terms } };

/** The tasks of the payout desk, personal texts masked. */
@QueryHandler(GetDeskTasks)
export class GetDeskTasksHandler implements IQueryHandler<GetDeskTasks> {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ question: { reader, filter, platform } }: GetDeskTasks): Promise<DeskTasks> {
    const { found, isCut } = await (filter === 'done' ? this.done() : this.open());
    const names = await this.namesOf(found);
    const items = found
      .filter(
        ({ state: { terms } }) => terms.uid !== reader && (platform ?? terms.platform) === terms.platform,
      )
      .map((document) => this.taskOf(document, names))
      .filter(({ kind }) => filter === 'open' || kind === filter);
    const cents = found
      .filter(({ id }) => items.some(({ transferId }) => transferId === id))
      .reduce((sum, { state }) => sum + state.terms.amountCents, 0);
    const secondPersonOver = formatAmount(this.config.DESK_FOUR_EYES_CENTS);
    return { items, isCut, total: formatAmount(cents), secondPersonOver };
  }

  /** Those of people, and those of rails whose outcome stays unknown; oldest first. */
  private async open(): Promise<{ found: readonly OpenDocument[]; isCut: boolean }> {
    const [open, rail] = await Promise.all([
      this.find('open', { limit: OPEN_LIMIT }),
      this.find('rail', { limit: OPEN_LIMIT, to: this.unknownBefore() }),
    ]);
    const found = [...open.items, ...rail.items].sort((one, other) => (one.since < other.since ? -1 : 1));
    return { found, isCut: open.nextCursor !== null || rail.nextCursor !== null };
  }

  private async done(): Promise<{ found: readonly OpenDocument[]; isCut: boolean }> {
    const page = await this.find('done', { limit: DONE_LIMIT, desc: true });
    return { found: page.items, isCut: page.nextCursor !== null };
  }

  private find(
    desk: DeskTaskDocument['desk'],
    query: { readonly limit: number; readonly to?: string; readonly desc?: boolean },
  ) {
    return this.views.find<OpenDocument>('payout_tasks', { by: 'byDesk', where: { desk }, ...query });
  }

  private unknownBefore(): string {
    return unknownBefore(this.clock.now(), this.config.DESK_OUTCOME_MINUTES);
  }

  private taskOf(document: OpenDocument, names: ReadonlyMap<string, string>): DeskTask {
    const { terms, payout } = document.state;
    const named = (id: string): DeskOperator => ({ id, name: names.get(id) ?? id });
    const { route, operator, submittedAt, proposal } = payout ?? NOT_SUBMITTED;
    return {
      transferId: document.id,
      kind: shownKindOf(document, this.unknownBefore()),
      route,
      platform: terms.platform,
      recipient: maskText(terms.recipient),
      handle: maskHandle(terms.handle),
      amount: formatAmount(terms.amountCents),
      since: document.since,
      needsSecondPerson: terms.amountCents > this.config.DESK_FOUR_EYES_CENTS,
      operator: operator === null ? null : named(operator),
      submittedAt,
      proposal: proposal && { ...proposal, operator: named(proposal.operator) },
      problems: Object.values(document.problems).reverse(),
    };
  }

  private async namesOf(documents: readonly OpenDocument[]): Promise<ReadonlyMap<string, string>> {
    const ids = documents.flatMap(({ state: { payout } }) => [
      ...(payout?.operator ? [payout.operator] : []),
      ...(payout?.proposal ? [payout.proposal.operator] : []),
    ]);
    const named = [...new Set(ids)].map(async (id) => {
      const account = await this.views.get<AccountDocument>('accounts', id);
      return [id, account ? `${account.firstName} ${account.lastName}` : id] as const;
    });
    return new Map(await Promise.all(named));
  }
}
