import { Matches } from 'class-validator';
import { OPT_OUT_TOKEN_PATTERN } from '../../http/mail-opt-out.js';

/** The query of /mail/unsubscribe. */
export class UnsubscribeDto {
  /** The token of the link in the mail. */
  @Matches(OPT_OUT_TOKEN_PATTERN)
  token!: string;
}
