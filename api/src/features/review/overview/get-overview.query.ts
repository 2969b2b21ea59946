import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { requestContext } from '../../../engine/commands/request-context.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { documentsOf } from '../../../engine/view-store/pages-of.js';
import { FIND_LIMIT, ViewStore, type ViewQuery } from '../../../engine/view-store/view-store.port.js';
import type { Position } from '../../../event-sourcing/event.js';
import type { SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { COUNT_LIMIT } from '../../../kernel/counts.js';
import { maskName } from '../../../kernel/text/masks.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type {
  CaseAges,
  DueReport,
  Overview,
  RuleAlerts,
  WaitingPayouts,
} from '../../../kernel/staff/overview.js';
import { isPayoutTask } from '../../../kernel/money/payouts.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { deskTasksProjection } from '../../payouts/desk/desk-tasks.projection.js';
import { alertDaysProjection } from './alert-days.projection.js';
import { currentCase } from '../queue/case-lists.js';
import { isNobodys, readReviewers } from '../queue/reviewers.js';
import {
  closedByWeek,
  closedWithin,
  medianDays,
  outcomesByRule,
  WEEKS,
} from '../cases/closed-cases.rules.js';
import {
  newestCasesOf,
  suspiciousTransactionsProjection,
} from '../cases/suspicious-transactions.projection.js';

/** The views that the overview reads. */
export const OVERVIEW_VIEWS = [suspiciousTransactionsProjection, alertDaysProjection, deskTasksProjection];

/** More is not read. */
const COUNTED_LIMIT = COUNT_LIMIT + 1;
const DAY_MS = 24 * 60 * 60_000;
/** Bounds of the groups of ages, in days; a case is due after the last. */
const AGES = [0, 5, 10, 15, 20, 25, 30] as const;
const DUE_SOON_DAYS = 5;
const SHOWN_REPORTS = 3;
/** Most tasks of the desk that are read, as of the desk itself. */
const DESK_LIMIT = 500;

type Case = SuspiciousTransaction;
type OpenFigures =
  | 'open'
  | 'unassigned'
  | 'overdue'
  | 'longestOverdueAt'
  | 'dueSoon'
  | 'dueSoonElsewhere'
  | 'nextDueAt'
  | 'ages';

/** How long a reading is shared: every open screen reads the figures again and again. */
const SHARED_MS = 5_000;
/** Reader of figures that concern no member of staff. */
const ANYBODY = '';

/** All figures but those of the desk, which are read for each reader. */
type CaseFigures = Omit<Overview, 'payouts'>;

/** Figures that were read once for everybody. */
interface Reading {
  readonly atMs: number;
  /** What the views had shown when it began. */
  readonly shown: Position;
  readonly figures: Promise<CaseFigures>;
}

/** The figures of the overview, each from a bounded range of a view. */
@Injectable()
export class GetOverview {
  /** The newest by their days. */
  private readonly readings = new Map<number, Reading>();

  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  /**
   * @param reader the member of staff who reads it: nothing about their own account is counted
   * @param days how many days to look back
   */
  async execute(reader: string, days: number): Promise<Overview> {
    const [shared, payouts] = await Promise.all([this.shared(days), this.payouts(reader)]);
    const about = { ...newestCasesOf(reader), limit: 1 };
    const { items: own } = await this.views.find(suspiciousTransactionsProjection, about);
    return { ...(own.length > 0 ? await this.figures(reader, days) : shared), payouts };
  }

  /** A reading of the last five seconds, unless its reader has seen or done something since. */
  private async shared(days: number): Promise<CaseFigures> {
    const seen = await this.subscriptions.highestRecorded(requestContext.current()?.known ?? []);
    const nowMs = this.clock.now();
    const last = this.readings.get(days);
    if (last && last.shown >= seen && Math.abs(nowMs - last.atMs) < SHARED_MS) return last.figures;
    const shown = this.subscriptions.shownBy(OVERVIEW_VIEWS);
    const reading = { atMs: nowMs, shown, figures: this.figures(ANYBODY, days) };
    this.readings.set(days, reading);
    reading.figures.catch(() => this.readings.delete(days));
    return reading.figures;
  }

  private async figures(reader: string, days: number): Promise<CaseFigures> {
    const nowMs = this.clock.now();
    const [open, proposed, closed, reports, alerts] = await Promise.all([
      this.open(reader, nowMs),
      this.cases(reader, { by: 'byStatus', where: { status: 'proposed' } }),
      this.closed(reader, { days, nowMs }),
      this.reports(reader, { days, nowMs }),
      this.alerts(reader, { days, nowMs }),
    ]);
    return {
      asOf: isoInstant(nowMs),
      days,
      ...open,
      proposed: proposed.length,
      oldestProposedAt: proposed[0]?.createdAt ?? null,
      alerts,
      ...closed,
      ...reports,
    };
  }

  /** Cases of an index in its order, none of the reader's. */
  private async cases(
    reader: string,
    query: Omit<ViewQuery, 'limit'>,
    limit = COUNTED_LIMIT,
  ): Promise<readonly Case[]> {
    const { items } = await this.views.find(suspiciousTransactionsProjection, { ...query, limit });
    return items.filter(({ uid }) => uid !== reader);
  }

  /** The cases of the list of open ones, and what is due among all that are not closed. */
  private async open(reader: string, nowMs: number): Promise<Pick<Overview, OpenFigures>> {
    const [snoozed, proposed] = await Promise.all([
      this.cases(reader, { by: 'byStatus', where: { status: 'snoozed' } }),
      this.cases(reader, { by: 'byStatus', where: { status: 'proposed' } }),
    ]);
    const current = snoozed.map((one) => currentCase(one, isoInstant(nowMs)));
    const woken = current.filter(({ status }) => status === 'open');
    const groups = await Promise.all(
      AGES.map(async (overDays, index) => {
        const toDays = AGES[index + 1] ?? null;
        // The youngest group also has what is detected during the read.
        const to = overDays > 0 ? isoInstant(nowMs - overDays * DAY_MS) : undefined;
        const from = toDays === null ? '' : isoInstant(nowMs - toDays * DAY_MS);
        const open = await this.cases(reader, {
          by: 'byStatus',
          where: { status: 'open' },
          from,
          ...(to !== undefined && { to }),
        });
        const isOfAge = ({ createdAt }: Case) => createdAt >= from && (to === undefined || createdAt < to);
        return { overDays, toDays, cases: [...open, ...woken.filter(isOfAge)] };
      }),
    );
    const all = groups.flatMap(({ cases }) => cases);
    const elsewhere = [...current.filter(({ status }) => status === 'snoozed'), ...proposed];
    const [now, soon] = [isoInstant(nowMs), isoInstant(nowMs + DUE_SOON_DAYS * DAY_MS)];
    const isSoon = ({ dueAt }: Case) => dueAt > now && dueAt < soon;
    const dueElsewhere = elsewhere.filter(isSoon);
    const due = [...all, ...elsewhere].map(({ dueAt }) => dueAt).toSorted();
    const reviewers = await readReviewers(this.views);
    return {
      open: counted(all),
      unassigned: counted(all.filter((one) => isNobodys(one, reviewers))),
      overdue: counted(due.filter((dueAt) => dueAt <= now)),
      longestOverdueAt: due[0] !== undefined && due[0] <= now ? due[0] : null,
      dueSoon: counted([...all.filter(isSoon), ...dueElsewhere]),
      dueSoonElsewhere: counted(dueElsewhere),
      nextDueAt: due.find((dueAt) => dueAt > now) ?? null,
      ages: groups.map(({ overDays, toDays, cases }): CaseAges => ({
        overDays,
        toDays,
        count: cases.length,
      })),
    };
  }

  private async closed(
    reader: string,
    { days, nowMs }: { readonly days: number; readonly nowMs: number },
  ): Promise<Pick<Overview, 'outcomes' | 'isCut' | 'medianDays' | 'medianDaysBefore' | 'weeks'>> {
    const reach = Math.max(2 * days, WEEKS * 7) * DAY_MS;
    const query = { by: 'byClosed', where: { reviewed: true }, desc: true, from: isoInstant(nowMs - reach) };
    const { items, nextCursor } = await this.views.find(suspiciousTransactionsProjection, {
      ...query,
      limit: FIND_LIMIT,
    });
    const cases = items.filter(({ uid }) => uid !== reader);
    const [sinceMs, beforeMs] = [nowMs - days * DAY_MS, nowMs - 2 * days * DAY_MS];
    const closed = closedWithin(cases, [sinceMs, nowMs]);
    return {
      outcomes: outcomesByRule(closed),
      isCut: nextCursor !== null,
      medianDays: medianDays(closed),
      medianDaysBefore: medianDays(closedWithin(cases, [beforeMs, sinceMs])),
      weeks: closedByWeek(cases, nowMs),
    };
  }

  private async reports(
    reader: string,
    { days, nowMs }: { readonly days: number; readonly nowMs: number },
  ): Promise<Pick<Overview, 'reports' | 'nextReports' | 'reportsFiled'>> {
    const where = { outcome: 'suspicious' };
    const [due, filed] = await Promise.all([
      this.cases(reader, { by: 'byReportDue', where }),
      this.cases(reader, { by: 'byReportFiled', where, from: isoInstant(nowMs - days * DAY_MS) }),
    ]);
    const next = due.slice(0, SHOWN_REPORTS).map(async ({ id, uid, reportDueAt }): Promise<DueReport> => {
      const account = await this.views.get(accountsProjection, uid);
      return { id, senderName: maskName(account), dueAt: reportDueAt ?? '' };
    });
    return { reports: due.length, nextReports: await Promise.all(next), reportsFiled: filed.length };
  }

  private async alerts(
    reader: string,
    { days, nowMs }: { readonly days: number; readonly nowMs: number },
  ): Promise<RuleAlerts[]> {
    const from = isoInstant(nowMs - (days - 1) * DAY_MS).slice(0, 10);
    const [totals, own] = await Promise.all([
      documentsOf(this.views, alertDaysProjection, { by: 'byDay', where: { isTotal: true }, from }),
      documentsOf(this.views, alertDaysProjection, { by: 'bySender', where: { uid: reader }, from }),
    ]);
    const ownCounts = new Map(own.map(({ day, ruleId, count }) => [`${day}_${ruleId}`, count]));
    return totals
      .map(({ id, day, ruleId, count }) => ({ day, ruleId, count: count - (ownCounts.get(id) ?? 0) }))
      .filter(({ count }) => count > 0);
  }

  private async payouts(reader: string): Promise<WaitingPayouts> {
    const lateAfterMinutes = this.config.DESK_OUTCOME_MINUTES;
    const page = await this.views.find(deskTasksProjection, {
      by: 'byDesk',
      where: { desk: 'open' },
      limit: DESK_LIMIT,
    });
    const waiting = page.items.flatMap(({ state: { terms }, kind, since }) => {
      if (!terms || terms.uid === reader || !isPayoutTask({ kind })) return [];
      return [{ since, amountCents: terms.amountCents }];
    });
    return {
      count: waiting.length,
      isCut: page.nextCursor !== null,
      total: formatAmount(waiting.reduce((sum, { amountCents }) => sum + amountCents, 0)),
      since: waiting.map(({ since }) => since),
      lateAfterMinutes,
    };
  }
}

const counted = (cases: readonly unknown[]): number => Math.min(cases.length, COUNTED_LIMIT);
