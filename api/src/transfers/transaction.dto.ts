import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type {
  Allowance,
  CancelledTransaction,
  DeclineGroup,
  Page,
  PaymentProgress,
  Tier,
  TimelineStep,
  Transaction,
  TransfersTotal,
  TransferStep,
  TransferStatus,
} from '../kernel/transfers.js';
import { FeesDto } from './fee-quote.dto.js';
import { TransferDraftDto } from './transfer-draft.dto.js';

class PaymentProgressDto implements PaymentProgress {
  /**
   * `awaited`: no card can be charged yet, none was chosen or the sender gave it up; choose one with
   * POST /transfers/:id/payment until `payBy`. The others tell of the last attempt: `pending` (the bank is asked),
   * `requires_action` (at `actionUrl`), `authorized`, `captured`, `declined` (see `group`) or `voided` (given back).
   */
  state!: PaymentProgress['state'];

  /** Until when a card can be tried. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  payBy!: string | null;

  /** Of a declined payment. */
  group?: DeclineGroup;

  /** The bank's page where the sender confirms the payment. */
  @ApiPropertyOptional({ format: 'uri' })
  actionUrl?: string;

  /** The sender wants another card, and the processor is ending this attempt: until then none can be chosen. */
  @ApiPropertyOptional({ enum: [true] })
  abandoned?: true;
}

class ShownCardDto {
  /** @example "visa" */
  brand!: string;

  /** @example "5556" */
  last4!: string;
}

class TransferStepDto implements TransferStep {
  step!: TransferStep['step'];

  at!: string;

  /** @example "21.90" */
  amount?: string;

  /** The platform's or the processor's reference. */
  reference?: string;

  /** @example "contact_bank" */
  reason?: string;

  /**
   * What the platform itself said about a failure.
   * @example "This account cannot receive payments."
   */
  words?: string;
}

/** A transfer as its sender sees it. */
export class TransactionDto extends TransferDraftDto implements Transaction {
  id!: string;

  uid!: string;

  fees!: FeesDto;

  createdAt!: string;

  status!: TransferStatus;

  /** The card payment; null for a transfer from before card payment existed. */
  payment!: PaymentProgressDto | null;

  card!: ShownCardDto | null;

  /** What providers and the desk have confirmed so far. */
  steps!: TransferStepDto[];

  /** `recall`: the platform is asked to return a payout that nobody has claimed. */
  cancellable!: Transaction['cancellable'];

  /** Its amount no longer counts toward the weekly limit. */
  released!: boolean;

  /** Revisions of its events in the sender's stream. */
  @ApiProperty({ type: [String], example: ['12'] })
  revisions!: string[];
}

/** Response of POST /transfers/:id/cancel */
export class CancelledTransactionDto extends TransactionDto implements CancelledTransaction {
  /**
   * The amount that goes back to the card; null while the platform decides whether it returns the payout.
   * @example "21.90"
   */
  returns!: string | null;
}

/** Response of GET /transfers */
export class TransactionPageDto implements Page<TransactionDto> {
  items!: TransactionDto[];

  nextCursor!: string | null;
}

class TimelineStepDto implements TimelineStep {
  /** @example "TransferRequested" */
  event!: string;

  stream!: string;

  /** Number of the event in its stream, counting those that are shown. @example "12" */
  revision!: string;

  position!: string;

  at!: string;
}

/** Response of GET /transfers/:id/timeline */
export class TimelineDto implements Page<TimelineStep> {
  items!: TimelineStepDto[];

  nextCursor!: string | null;
}

class UpcomingReleaseDto {
  at!: string;

  /** @example "20.00" */
  amount!: string;
}

/** Response of GET /allowance; null where no limit applies. */
export class AllowanceDto implements Allowance {
  tier!: Tier;

  /** @example "250.00" */
  weeklyLimit!: string | null;

  /** @example "20.00" */
  used!: string;

  /** @example "230.00" */
  remaining!: string | null;

  /** @example "1000.00" */
  perTransferLimit!: string;

  /** When counted amounts leave the week, soonest first. */
  frees!: UpcomingReleaseDto[];
}

/** Response of GET /transfers/total */
export class TransfersTotalDto implements TransfersTotal {
  @ApiProperty({ minimum: 0 })
  count!: number;

  /** Sum of the amounts without fees; released ones came back and are not in it. @example "470.00" */
  sent!: string;

  /** Sum of their fees, also without released ones. @example "26.40" */
  fees!: string;

  /** When the oldest was requested; null when there is none. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  since!: string | null;

  /** False when there are more transfers than one call adds up; then the numbers are of the newest. */
  complete!: boolean;
}
