import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import type { Ledger, LedgerDay } from '../kernel/payouts.js';

/** 1 to 31. */
const DAYS_PATTERN = /^([1-9]|[12]\d|3[01])$/;

/** GET /compliance/ledger */
export class LedgerQueryDto {
  /** How many UTC days, today included: 1 to 31. */
  @ApiProperty({ type: String, required: false, default: '7', pattern: DAYS_PATTERN.source })
  @IsOptional()
  @IsString()
  @Matches(DAYS_PATTERN)
  days = '7';
}

class LedgerDayDto implements LedgerDay {
  /** UTC, of the charge. */
  @ApiProperty({ format: 'date', example: '2026-11-20' })
  day!: string;

  /** @example "126.90" */
  captured!: string;

  /** @example "120.00" */
  delivered!: string;

  /** Kept. @example "6.90" */
  fees!: string;

  /** @example "0.00" */
  refunded!: string;

  /** @example "0.00" */
  open!: string;

  /** Transfers that are neither delivered nor refunded. */
  @ApiProperty({ type: 'integer' })
  openCount!: number;

  /** What banks took back in lost disputes; outside the balance. @example "0.00" */
  lost!: string;

  /** captured = delivered + fees + refunded + open for every transfer, to the cent. */
  isBalanced!: boolean;
}

/** What became of charged money, newest day first. */
export class LedgerDto implements Ledger {
  days!: LedgerDayDto[];
}
