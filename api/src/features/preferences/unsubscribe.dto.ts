import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { OPT_OUT_TOKEN_PATTERN } from '../../http/contract/mail-opt-out.js';

const OPT_OUT_EXAMPLE = '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40.3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A';

/** Characters that a link of ours can have, however it was cut or continued. */
const LINK_TOKEN_PATTERN = /^[\w.-]{0,200}$/;

/** The query of the page behind the link, also of one that a mail program has cut. */
export class OpenedLinkDto {
  /** The token of the link in the mail. */
  @ApiProperty({
    type: String,
    required: false,
    pattern: LINK_TOKEN_PATTERN.source,
    example: OPT_OUT_EXAMPLE,
  })
  @IsOptional()
  @Matches(LINK_TOKEN_PATTERN)
  token?: string;
}

/** The query that unsubscribes. */
export class UnsubscribeDto {
  /** The token of the link in the mail. */
  @ApiProperty({ pattern: OPT_OUT_TOKEN_PATTERN.source, example: OPT_OUT_EXAMPLE })
  @Matches(OPT_OUT_TOKEN_PATTERN)
  token!: string;
}
