import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { LOCALES, type Locale } from '../kernel/accounts.js';
import type { Platform } from '../kernel/platforms.js';
import type {
  ReceiptFacts,
  ShareLink,
  SharedStatus,
  SharedStep,
  SharedTransfer,
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

  issuedAt!: string;
}

/** Response of POST /transfers/:id/share */
export class ShareLinkDto implements ShareLink {
  @ApiProperty({ format: 'uri' })
  url!: string;

  expiresAt!: string;
}

class SharedStepDto implements SharedStep {
  step!: SharedStep['step'];

  at!: string;
}

/** Response of GET /shared/:token and GET /receipts/:code */
export class SharedTransferDto implements SharedTransfer {
  /** @example "Ana" */
  senderFirstName!: string;

  /** @example "120.00" */
  amount!: string;

  platform!: Platform;

  /** @example "$m••••" */
  handleMasked!: string;

  status!: SharedStatus;

  steps!: SharedStepDto[];

  /** Until when the link works; null for the code of a receipt. */
  expiresAt!: string | null;
}
