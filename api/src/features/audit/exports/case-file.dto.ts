import { IsString, Length } from 'class-validator';
import { DocumentLanguageDto } from '../../../documents/document-language.dto.js';
import { WhenGiven } from '../../../http/contract/validation.js';

const POSITION_MAX_LENGTH = 64;

/** GET /compliance/cases/:id/file.pdf and file.json */
export class CaseFileQueryDto extends DocumentLanguageDto {
  /** A position of the log: the case as it was known then. */
  @WhenGiven()
  @IsString()
  @Length(1, POSITION_MAX_LENGTH)
  at?: string;
}
