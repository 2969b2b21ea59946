import { ApiProperty } from '@nestjs/swagger';
import type { Platform } from '../kernel/platforms.js';
import type { Statement, StatementLine, StatementMonth, Statements } from '../kernel/receipts.js';
import type { TransferStatus } from '../kernel/transfers.js';

class StatementMonthDto implements StatementMonth {
  /** @example "2026-11" */
  month!: string;

  @ApiProperty({ minimum: 1 })
  transfers!: number;

  /** Charged to cards, fees included. @example "126.90" */
  paid!: string;

  /** Returned to cards. @example "0.00" */
  refunded!: string;
}

/** Response of GET /statements */
export class StatementsDto implements Statements {
  items!: StatementMonthDto[];

  /** False when there are more transfers than one call reads; then the oldest months are missing. */
  complete!: boolean;
}

class StatementLineDto implements StatementLine {
  /** The id of the transfer. */
  id!: string;

  /** When it was requested. */
  at!: string;

  /** @example "Maya Okafor" */
  recipient!: string;

  platform!: Platform;

  status!: TransferStatus;

  /** @example "120.00" */
  amount!: string;

  /** Both fees. @example "6.90" */
  fees!: string;

  /** Charged to the card: amount plus fees. @example "126.90" */
  total!: string;

  /** Returned to the card. @example "0.00" */
  refunded!: string;

  /** The verification code of its receipt. @example "R7KM-9QX4-C1D8" */
  code!: string;
}

class DeliveredSumsDto implements Pick<StatementLine, 'amount' | 'fees'> {
  /** @example "120.00" */
  amount!: string;

  /** @example "6.90" */
  fees!: string;
}

class StatementSumsDto
  extends DeliveredSumsDto
  implements Pick<StatementLine, 'amount' | 'fees' | 'total' | 'refunded'>
{
  /** @example "126.90" */
  total!: string;

  /** @example "0.00" */
  refunded!: string;
}

/** Response of GET /statements/:month/transfers */
export class StatementDto implements Statement {
  /** @example "2026-11" */
  month!: string;

  /** The first instant of the month in the office's time zone. */
  @ApiProperty({ format: 'date-time' })
  from!: string;

  /** The first instant of the next month. */
  @ApiProperty({ format: 'date-time' })
  to!: string;

  /** @example "Ana Morales" */
  senderName!: string;

  /** Oldest first; none where nothing was charged in the month. */
  lines!: StatementLineDto[];

  /** Each column added up. */
  sums!: StatementSumsDto;

  /** Of the delivered transfers alone. */
  delivered!: DeliveredSumsDto;

  /** False when the month has more transfers than one statement lists; then the oldest are missing. */
  complete!: boolean;

  /** The month before; null when the sender requested nothing earlier. @example "2026-10" */
  previous!: string | null;

  /** The month after; null when it has not begun. */
  @ApiProperty({ type: String, nullable: true, example: null })
  next!: string | null;

  /** No real money was moved. */
  testMode!: boolean;

  issuedAt!: string;
}
