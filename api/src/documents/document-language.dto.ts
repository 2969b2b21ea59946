import { IsOptional } from 'class-validator';
import { IsIn } from '../http/contract/validation.js';
import { LOCALES, type Locale } from '../kernel/people/accounts.js';

/** Query of every document. */
export class DocumentLanguageDto {
  /** Language of the document; without it the one of Accept-Language. */
  @IsOptional()
  @IsIn(LOCALES)
  lang?: Locale;
}
