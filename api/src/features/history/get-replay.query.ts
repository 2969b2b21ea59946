import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { Position } from '../../event-sourcing/event.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../kernel/people/accounts.js';
import { caseIn } from '../../kernel/staff/access-reasons.js';
import type { Replay, ReplayStep, ReplaySubject } from '../../kernel/staff/replay.js';
import { maskName } from '../../kernel/text/masks.js';
import type { RecordedAt } from '../access/access-log.js';
import { accountsProjection } from '../accounts/account/accounts.projection.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { masked, maskedStep } from './masked-history.rules.js';
import { ReplayCursors, type ReplayWanted } from './replay-cursor.js';
import { replaySteps } from './replay-steps.js';
import { eventsAround, isReplayed } from './replayed-events.js';
import type { SenderFold } from './sender-fold.js';
import { SenderHistories } from './sender-history.js';

/** Lives of transfers: those of the case that is the reason, then the newest. */
const LIMITS = { own: 20_000, lives: 20_000, transfers: 100, cases: 50 };

/** A page of a replay: its place is that of the cursor, without one the end. */
interface ReplayPage {
  readonly limit: number;
  readonly until: Position | null;
  readonly before: Position | null;
}

/**
 * Some steps of a sender's or a transfer's history, in store order, personal texts masked.
 * @throws history_too_long
 */
@Injectable()
export class GetReplay {
  constructor(
    private readonly histories: SenderHistories,
    private readonly cursors: ReplayCursors,
    private readonly log: EncryptedEventLog,
    private readonly views: ViewStore,
    private readonly config: Config,
  ) {}

  async execute(wanted: ReplayWanted, page: ReplayPage, recordedAt: RecordedAt): Promise<Replay> {
    const { uid, transferId, reason } = wanted;
    const isBefore = ({ position }: { readonly position: Position }) =>
      page.until === null || position <= page.until;
    const history = await this.histories.of(uid, isBefore, { ...LIMITS, transferId, caseId: caseIn(reason) });
    const events = history.events.filter(isBefore);
    const { steps, count, left, fold } = replaySteps(
      events,
      {
        uid,
        transferId,
        verifiedWeeklyLimitCents: this.config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null,
        isStep: transferId === null ? isReplayed : eventsAround(transferId, events),
      },
      page,
    );
    const [first] = steps;
    const names = await this.staffIn(steps);
    const until = events.at(-1)?.position ?? '';
    return {
      uid,
      reason,
      recordedAt,
      count,
      displayName: maskName(fold.views.of(accountsProjection).get(uid)),
      transfer: transferId === null ? null : subjectOf(transferId, fold),
      eventStoreUi: this.config.ESDB_UI_URL ?? null,
      steps: steps.map((step) => withName(maskedStep(step, this.log.declarations), names)),
      nextCursor:
        first && left > 0
          ? this.cursors.cursorOf(wanted, { until, before: first.event.position, recordedAt })
          : null,
    };
  }

  /** The full names of the members of staff who acted. */
  private async staffIn(steps: readonly ReplayStep[]): Promise<ReadonlyMap<string, string>> {
    const actors = steps.map(({ event }) => event.actor).filter(({ kind }) => kind === 'staff');
    const names = new Map<string, string>();
    for (const id of new Set(actors.map((actor) => actor.id))) {
      const account = await this.views.get(accountsProjection, id);
      if (account) names.set(id, fullNameOf(account));
    }
    return names;
  }
}

function withName(step: ReplayStep, names: ReadonlyMap<string, string>): ReplayStep {
  const { event } = step;
  const name = event.actor.kind === 'staff' ? names.get(event.actor.id) : undefined;
  return name === undefined ? step : { ...step, event: { ...event, actor: { ...event.actor, name } } };
}

function subjectOf(transferId: string, fold: SenderFold): ReplaySubject | null {
  const transfer = fold.views.of(transactionsProjection).get(transferId);
  if (!transfer) return null;
  const { id, amount, platform, recipient, status } = transfer;
  return masked({ id, amount, platform, recipient, status });
}
