import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { BacktestAlertDetail } from '../../../kernel/staff/backtests.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { maskName } from '../../../kernel/text/masks.js';
import { attemptsBehind } from '../../../kernel/staff/rule-evaluation.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import { ruleOnWire } from '../../../kernel/staff/rule-views.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import type { SenderEvent } from '../../transfers/sending/transfer.decider.js';
import { attemptOf, type Attempted } from '../../access/case-attempts.js';
import { addAttempt, noAttempts } from '../evaluation/sender-attempts.rules.js';
import { senderStream } from '../../access/sender-stream.rules.js';
import { BacktestRecords, type Reader } from './backtest-record.js';

/** Most attempts that are shown: the latest ones. */
const SHOWN_LIMIT = 100;

/** The attempts behind one listed alert. @throws backtest_gone, not_found for an attempt that is in no list */
@Injectable()
export class GetBacktestAlert {
  constructor(
    private readonly records: BacktestRecords,
    private readonly log: EncryptedEventLog,
    private readonly views: ViewStore,
  ) {}

  async execute(id: string, transferId: string, reader: Reader): Promise<BacktestAlertDetail> {
    const { result, question } = await this.records.readAs(id, reader);
    const isIt = (alert: { readonly transferId: string }) => alert.transferId === transferId;
    const lost = result?.lost.find(isIt);
    const alert = lost ?? result?.new.find(isIt) ?? result?.both.find(isIt);
    if (!alert) throw new DomainError('not_found');
    const definition = (lost && question.against) ?? question.definition;
    return {
      definition: ruleOnWire(definition),
      uid: alert.uid,
      senderName: maskName(await this.views.get(accountsProjection, alert.uid)),
      attempts: (await this.behind(definition, alert)).map((attempt) => ({ ...attempt, payment: null })),
    };
  }

  /** The sender's own stream, evaluated as the backtest did. */
  private async behind(
    definition: RuleDefinition,
    { uid, transferId }: { readonly uid: string; readonly transferId: string },
  ): Promise<readonly Attempted[]> {
    const past = noAttempts();
    const events = new Map<string, RecordedEvent<SenderEvent>>();
    for await (const event of this.log.read<SenderEvent>(senderStream(uid), { lazily: true })) {
      const attempt = addAttempt(past, event, definition.withinMs);
      if (!attempt) continue;
      events.set(attempt.transferId, event);
      if (attempt.transferId === transferId) break;
    }
    const behind = attemptsBehind(definition, past.attempts) ?? [];
    return behind
      .slice(-SHOWN_LIMIT)
      .flatMap((attempt) => events.get(attempt.transferId) ?? [])
      .flatMap((event) => attemptOf(event) ?? []);
  }
}
