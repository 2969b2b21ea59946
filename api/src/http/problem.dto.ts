import { ApiProperty } from '@nestjs/swagger';
import type { Problem } from '../kernel/accounts.js';

/** The error of one field of a request. */
export class FieldProblemDto {
  field!: string;
  code!: string;
  /** In the caller's language. */
  message!: string;
}

/** RFC 9457 problem, the response of every refusal. */
export class ProblemDto implements Problem {
  /** urn:flip:problem:{code} */
  type!: string;
  title!: string;
  status!: number;
  /** Code of the refusal; its texts are in errors.json. */
  code!: string;
  /** In the caller's language. */
  detail!: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  params!: Record<string, string | number | null>;
  /** With validation_failed. */
  @ApiProperty({ type: FieldProblemDto, isArray: true, required: false })
  fields?: FieldProblemDto[];
  /** With internal_error: the id to give to support. */
  requestId?: string;
}
