import { ApiProperty } from '@nestjs/swagger';
import {
  TRANSFER_STATUSES,
  type Allowance,
  type Page,
  type Tier,
  type TimelineStep,
  type Transaction,
  type TransfersTotal,
  type TransferStatus,
} from '../kernel/transfers.js';
import { FeesDto } from './fee-quote.dto.js';
import { TransferDraftDto } from './transfer-draft.dto.js';

/** A transfer as its sender sees it. */
export class TransactionDto extends TransferDraftDto implements Transaction {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({ type: FeesDto })
  fees!: FeesDto;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ enum: TRANSFER_STATUSES })
  status!: TransferStatus;

  /** Its amount no longer counts toward the weekly limit. */
  @ApiProperty()
  released!: boolean;

  /** Revisions of its events in the sender's stream. */
  @ApiProperty({ type: [String], example: ['12'] })
  revisions!: string[];
}

/** Response of GET /transfers */
export class TransactionPageDto implements Page<TransactionDto> {
  @ApiProperty({ type: [TransactionDto] })
  items!: TransactionDto[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}

class TimelineStepDto implements TimelineStep {
  @ApiProperty({ example: 'TransferRequested' })
  event!: string;

  @ApiProperty()
  stream!: string;

  /** Number of the event in its stream. */
  @ApiProperty({ example: '12' })
  revision!: string;

  @ApiProperty()
  position!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;
}

/** Response of GET /transfers/:id/timeline */
export class TimelineDto implements Page<TimelineStep> {
  @ApiProperty({ type: [TimelineStepDto] })
  items!: TimelineStepDto[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}

class UpcomingReleaseDto {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ example: '20.00' })
  amount!: string;
}

/** Response of GET /allowance; null where no limit applies. */
export class AllowanceDto implements Allowance {
  @ApiProperty({ enum: ['unverified', 'verified'] })
  tier!: Tier;

  @ApiProperty({ type: String, nullable: true, example: '250.00' })
  weeklyLimit!: string | null;

  @ApiProperty({ example: '20.00' })
  used!: string;

  @ApiProperty({ type: String, nullable: true, example: '230.00' })
  remaining!: string | null;

  @ApiProperty({ example: '1000.00' })
  perTransferLimit!: string;

  /** When counted amounts leave the week, soonest first. */
  @ApiProperty({ type: [UpcomingReleaseDto] })
  frees!: UpcomingReleaseDto[];
}

/** Response of GET /transfers/total */
export class TransfersTotalDto implements TransfersTotal {
  @ApiProperty({ minimum: 0 })
  count!: number;

  /** Sum of the amounts without fees; released ones came back and are not in it. */
  @ApiProperty({ example: '470.00' })
  sent!: string;

  /** Sum of their fees, also without released ones. */
  @ApiProperty({ example: '26.40' })
  fees!: string;

  /** When the oldest was requested; null when there is none. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  since!: string | null;

  /** False when there are more transfers than one call adds up; then the numbers are of the newest. */
  @ApiProperty()
  complete!: boolean;
}
