import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, ValidateBy } from 'class-validator';
import { IsoInstant } from '../../http/contract/iso-instant.js';
import { PageCursor, PageLimit } from '../../http/contract/page-query.js';
import { refusal, WhenGiven } from '../../http/contract/validation.js';
import { COMMAND_LINE_PERSON } from '../../kernel/staff/audit.js';
import { UUID_PATTERN } from '../../kernel/uuid.js';

const UUID = UUID_PATTERN.source.slice(1, -1);
/** A uid, or the name of who administers on the command line. */
const PERSON_PATTERN = new RegExp(`^(${UUID}|${COMMAND_LINE_PERSON}[^\\n]{1,80})$`);
/** The id of a sender, a case or a transfer, or the number of a case. */
const SUBJECT_PATTERN = new RegExp(`^(${UUID}|C-[0-9a-f]{8})$`);
const ACTION_PATTERN = /^[A-Za-z]{1,60}$/;

const FILTERS = ['person', 'subject', 'action'] as const;

/** Refused together with another filter: there is no index for both. */
function Alone(): PropertyDecorator {
  return ValidateBy({
    name: 'alone',
    validator: {
      validate: (_, args) =>
        FILTERS.filter((name) => (args?.object as AuditFilterDto)[name] !== undefined).length <= 1,
      defaultMessage: () => refusal('validation.one_filter'),
    },
  });
}

function Filter(pattern: RegExp, example: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false, pattern: pattern.source, example }),
    WhenGiven(),
    IsString(),
    Matches(pattern),
    Alone(),
  );
}

/** GET /compliance/audit-counts, /compliance/audit.jsonl and /compliance/audit.csv: at most one filter, and a time. */
export class AuditFilterDto {
  /** The actor: a uid, or `operator:` and a name for the command line. */
  @Filter(PERSON_PATTERN, '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40')
  person?: string;

  /** The id of a sender, a case or a transfer, or the number of a case. */
  @Filter(SUBJECT_PATTERN, 'C-5a7c1f0e')
  subject?: string;

  /** look, action or export, or the type of an event. */
  @Filter(ACTION_PATTERN, 'NoteAdded')
  action?: string;

  /** At or after this instant. */
  @ApiProperty({ format: 'date-time' })
  @IsoInstant()
  from?: string;

  /** Before this instant. */
  @ApiProperty({ format: 'date-time' })
  @IsoInstant()
  to?: string;
}

/** GET /compliance/audit */
export class AuditQueryDto extends AuditFilterDto {
  /** Events per page, 1 to 200. */
  @PageLimit()
  limit = '50';

  /** `nextCursor` of the previous page. */
  @PageCursor()
  cursor?: string;
}
