import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';

const CURSOR_MAX_LENGTH = 1_000;
/** From 1 to 200, the same for every list. */
const LIMIT_PATTERN = /^([1-9]\d?|1\d\d|200)$/;

/** A field of a query: how many items a page has. */
export function PageLimit(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false, pattern: LIMIT_PATTERN.source }),
    IsOptional(),
    IsString(),
    Matches(LIMIT_PATTERN),
  );
}

/** A field of a query: `nextCursor` of the previous page. */
export function PageCursor(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: String,
      required: false,
      format: 'cursor',
      minLength: 1,
      maxLength: CURSOR_MAX_LENGTH,
    }),
    IsOptional(),
    IsString(),
    Length(1, CURSOR_MAX_LENGTH),
  );
}
