import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy } from 'class-validator';
import { cleanLines, cleanText, type TextCode } from '../kernel/texts.js';
import { refusal } from './validation.js';

const textKeys: Readonly<Record<TextCode, string>> = {
  text_required: 'validation.required',
  text_too_long: 'validation.too_long',
  text_characters: 'validation.characters',
};

/**
 * A short text a person types (kernel/texts.ts): refused with the reason, else handed on in its clean form.
 * `emptyAllowed` lets a text that is empty or blank through as ''; `lines` lets it have several lines.
 */
export function CleanText(
  maxLength: number,
  { emptyAllowed = false, lines = false } = {},
): PropertyDecorator {
  const rule = lines ? cleanLines : cleanText;
  const clean = (value: unknown) => (typeof value === 'string' ? rule(value, maxLength) : null);
  const codeOf = (value: unknown): TextCode | null => {
    const result = clean(value);
    if (!result || result.ok) return null;
    return result.code === 'text_required' && emptyAllowed ? null : result.code;
  };
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      const result = clean(value);
      if (result?.ok) return result.value;
      return result?.code === 'text_required' ? '' : value;
    }),
    IsString(),
    ValidateBy({
      name: 'cleanText',
      validator: {
        validate: (value) => codeOf(value) === null,
        defaultMessage: (args) =>
          refusal(textKeys[codeOf(args?.value) ?? 'text_characters'], { max: maxLength }),
      },
    }),
  );
}
