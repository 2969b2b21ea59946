import { ApiProperty } from '@nestjs/swagger';
import type { Problem } from '../kernel/accounts.js';

/** What is wrong with one field of a request. */
export class FieldProblemDto {
  field!: string;
  code!: string;
  /** In the caller's language. */
  message!: string;
}

/** RFC 9457 problem: how every refusal is answered. */
export class ProblemDto implements Problem {
  /** urn:flip:problem:{code} */
  type!: string;
  title!: string;
  status!: number;
  /** Names the refusal; its texts stand in errors.json. */
  code!: string;
  /** In the caller's language. */
  detail!: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  params!: Record<string, string | number | null>;
  /** With validation_failed. */
  @ApiProperty({ type: FieldProblemDto, isArray: true, required: false })
  fields?: FieldProblemDto[];
  /** With internal_error: quote it to support. */
  requestId?: string;
}
