import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { DomainError } from '../../../kernel/domain-error.js';
import type { PayoutFailure } from '../../../kernel/money/payouts.js';
import { ApplicationWorker } from '../../../engine/subscriptions/workers/application-worker.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { deskTasksProjection, isPaid, type PaidTask } from './desk-tasks.projection.js';
import { simulatedOutcome, type SimulatedOutcome } from './simulated-desk.rules.js';
import { WorkDesk, type DeskAction } from './work-desk.command.js';

const LOOK_EVERY_MS = 1_000;
/** Most tasks of one round, the oldest first. */
const ROUND_LIMIT = 200;
const CALL_DEADLINE_MS = 2_000;
const OPERATOR = 'simulated desk';
const SECOND_OPERATOR = 'simulated desk, second person';
const switchSchema = z.object({ auto: z.boolean() });

/**
 * Works the desk in test mode, so that a transfer ends without a person: through the same commands as operators, under
 * its own name. The simulator's `POST /control/desk` {auto} turns it off.
 */
@Injectable()
export class SimulatedDesk extends ApplicationWorker {
  protected readonly name = 'simulated-desk';
  protected readonly everyMs = LOOK_EVERY_MS;

  constructor(
    private readonly views: ViewStore,
    private readonly commands: CommandBus,
  ) {
    super();
  }

  protected override rests(): boolean {
    return super.rests() || this.providers.deskUrl === null;
  }

  protected async work(signal: AbortSignal): Promise<void> {
    const { deskUrl } = this.providers;
    if (deskUrl === null) return;
    const { items } = await this.views.find(deskTasksProjection, {
      by: 'byDesk',
      where: { desk: 'open' },
      limit: ROUND_LIMIT,
    });
    const due = items.filter(isPaid).filter((task) => this.isDue(task));
    if (due.length === 0 || !(await isOn(deskUrl, signal))) return;
    for (const { id, kind, state } of due) {
      if (signal.aborted) return;
      const reported = state.payout?.proposal ?? reportOf(id, simulatedOutcome(state.terms.handle).end);
      if (kind === 'claim') await this.act(id, OPERATOR, { do: 'claim' });
      if (reported) await this.settle(id, reported);
    }
  }

  /** Unclaimed, or claimed by this desk, which was interrupted. */
  private isDue({ kind, state: { terms, payout }, since }: PaidTask): boolean {
    const { afterMs, end } = simulatedOutcome(terms.handle);
    if (this.clock.now() < Date.parse(since) + afterMs) return false;
    if (kind === 'claim') return true;
    if (kind === 'outcome') return payout?.operator === OPERATOR && end !== 'nothing';
    return kind === 'second_person' && payout?.proposal?.operator === OPERATOR;
  }

  /** A repeat of the first report is refused, and the second person agrees to it. */
  private async settle(transferId: string, { outcome, reference, platformMessage }: Report): Promise<void> {
    const report: DeskAction =
      outcome === 'delivered'
        ? { do: 'delivered', reference }
        : { do: 'failed', reason: reference as PayoutFailure, platformMessage };
    await this.act(transferId, OPERATOR, report);
    await this.act(transferId, SECOND_OPERATOR, { do: 'agree', outcome, reference, platformMessage });
  }

  /** The sender may have cancelled, or an operator was faster. */
  private async act(transferId: string, id: string, action: DeskAction): Promise<void> {
    try {
      await this.commands.execute(new WorkDesk(transferId, { kind: 'system', id }, action));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

type Report = Omit<Extract<DeskAction, { readonly do: 'agree' }>, 'do'>;

function reportOf(transferId: string, end: SimulatedOutcome['end']): Report | null {
  if (end === 'nothing') return null;
  if (end !== 'delivered') return { outcome: 'failed', reference: end };
  return { outcome: 'delivered', reference: `SIM-${transferId.slice(0, 8).toUpperCase()}` };
}

async function isOn(deskUrl: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(new URL('/control/desk', deskUrl), {
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_DEADLINE_MS)]),
  });
  return switchSchema.parse(await response.json()).auto;
}
