import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';

const CURSOR_MAX_LENGTH = 1_000;
const LIMIT_PATTERNS = { 100: /^([1-9]\d?|100)$/, 200: /^([1-9]\d?|1\d\d|200)$/ } as const;

/** A field of a query: how many items a page has, from 1 to the highest number. */
export function PageLimit(highest: keyof typeof LIMIT_PATTERNS): PropertyDecorator {
  const pattern = LIMIT_PATTERNS[highest];
  return applyDecorators(
    ApiProperty({ type: String, required: false, pattern: pattern.source }),
    IsOptional(),
    IsString(),
    Matches(pattern),
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
