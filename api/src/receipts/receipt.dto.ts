import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { LOCALES, type Locale } from '../kernel/accounts.js';
import { PLATFORMS, type Platform } from '../kernel/platforms.js';
import {
  SHARED_STATUSES,
  SHARED_STEPS,
  type ReceiptFacts,
  type ShareLink,
  type SharedStatus,
  type SharedStep,
  type SharedTransfer,
} from '../kernel/receipts.js';

/** Query of every document. */
export class DocumentLanguageDto {
  /** Language of the document; without it the one of Accept-Language. */
  @ApiProperty({ enum: LOCALES, required: false })
  @IsOptional()
  @IsIn(LOCALES)
  lang?: Locale;
}

/** Response of GET /transfers/:id/receipt */
export class ReceiptFactsDto implements ReceiptFacts {
  /** @example "R7KM-9QX4-C1D8" */
  code!: string;

  /** The page that looks up the code. */
  @ApiProperty({ format: 'uri' })
  checkUrl!: string;

  /** @example "Ana Morales" */
  senderName!: string;

  /** No real money was moved. */
  testMode!: boolean;

  @ApiProperty({ format: 'date-time' })
  issuedAt!: string;
}

/** Response of POST /transfers/:id/share */
export class ShareLinkDto implements ShareLink {
  @ApiProperty({ format: 'uri' })
  url!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;
}

class SharedStepDto implements SharedStep {
  @ApiProperty({ enum: SHARED_STEPS })
  step!: SharedStep['step'];

  @ApiProperty({ format: 'date-time' })
  at!: string;
}

/** Response of GET /shared/:token and GET /receipts/:code */
export class SharedTransferDto implements SharedTransfer {
  /** @example "Ana" */
  senderFirstName!: string;

  /** @example "120.00" */
  amount!: string;

  @ApiProperty({ enum: PLATFORMS })
  platform!: Platform;

  /** @example "$m••••" */
  handleMasked!: string;

  @ApiProperty({ enum: SHARED_STATUSES })
  status!: SharedStatus;

  steps!: SharedStepDto[];

  /** Until when the link works; null for the code of a receipt. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expiresAt!: string | null;
}
