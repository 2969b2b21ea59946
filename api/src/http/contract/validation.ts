import {
  applyDecorators,
  type ArgumentMetadata,
  Injectable,
  Param,
  ParseUUIDPipe,
  type ValidationError,
} from '@nestjs/common';
import { ApiParam, ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
// oxlint-disable-next-line no-restricted-imports -- with their texts below
import { IsIn as IsOneOf, MaxLength as HasMaxLength } from 'class-validator';
import { IsString, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { I18nValidationException, I18nValidationPipe } from 'nestjs-i18n';
import { cleanLines, cleanText, type TextCode } from '../../kernel/text/texts.js';
import { LANGUAGE_PARAMETER } from '../edge/language.js';
import { Refuses } from './refuses.js';

/** Validates bodies and queries against their DTO; an undeclared field is refused by name. */
@Injectable()
export class RequestPipe extends I18nValidationPipe {
  constructor() {
    super({ whitelist: true, forbidNonWhitelisted: true, transform: true });
  }

  /**
   * Every query may have `lng` (language.ts). Names that every object or class inherits are refused first: Nest drops some of
   * them, and class-validator takes others for declared.
   */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!this.toValidate(metadata)) return super.transform(value, metadata) as Promise<unknown>;
    const { [LANGUAGE_PARAMETER]: language, ...query } = Object(value) as Record<string, unknown>;
    const fields = metadata.type === 'query' ? query : value;
    const inherited = Object.keys(query).filter((name) => name in Object.prototype || name === 'prototype');
    if (metadata.type === 'query' && Array.isArray(language))
      throw new I18nValidationException([repeated(LANGUAGE_PARAMETER)]);
    if (inherited.length > 0) throw new I18nValidationException(inherited.map(unknownField));
    return super.transform(fields, metadata) as Promise<unknown>;
  }
}

function unknownField(property: string): ValidationError {
  return { property, value: null, constraints: { whitelistValidation: '' } };
}

/** Named twice, it is a list. */
const repeated = (property: string): ValidationError => ({
  property,
  value: null,
  constraints: { isString: '' },
});

/** The field may be omitted; null is validated like any other value. */
export const WhenGiven = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);

/** One of these values; the refusal lists them. */
export const IsIn = (values: readonly unknown[]): PropertyDecorator =>
  IsOneOf(values, { message: refusal('validation.choice', { values: values.join(', ') }) });

/** A text of at most this length; the refusal says so. */
export const MaxLength = (max: number, options?: ValidationOptions): PropertyDecorator =>
  HasMaxLength(max, { ...options, message: refusal('validation.too_long', { max }) });

const textKeys: Readonly<Record<TextCode, string>> = {
  text_required: 'validation.required',
  text_too_long: 'validation.too_long',
  text_characters: 'validation.characters',
};

/** The result of a rule for a text: its clean form, or the refusal; null leaves it to the rule of another field. */
type Ruling = Readonly<{ ok: true; value: string } | { ok: false; refusal: string }> | null;

/** A text that is refused with its rule's reason, or passed on in its clean form. `body` is the object that has the text. */
export function RuledText(rule: (text: string, body: object) => Ruling): PropertyDecorator {
  const rulingOf = (value: unknown, body: object = {}) =>
    typeof value === 'string' ? rule(value, body) : null;
  return applyDecorators(
    Transform(({ value, obj }: { value: unknown; obj: object }) => {
      const ruling = rulingOf(value, obj);
      if (ruling?.ok) return ruling.value;
      // Refused all the same; to other rules a blank text is empty.
      return typeof value === 'string' ? value.trim() : value;
    }),
    IsString(),
    ValidateBy({
      name: 'ruledText',
      validator: {
        validate: (value, args) => rulingOf(value, args?.object)?.ok !== false,
        defaultMessage: (args) => {
          const ruling = rulingOf(args?.value, args?.object);
          return ruling?.ok === false ? ruling.refusal : '';
        },
      },
    }),
  );
}

/**
 * A short typed text (kernel/text/texts.ts): refused with the reason, or passed on in its clean form; its bounds are documented.
 * `emptyAllowed` turns a blank text into ''; `lines` allows several lines.
 */
export function CleanText(
  maxLength: number,
  { emptyAllowed = false, lines = false } = {},
): PropertyDecorator {
  const rule = lines ? cleanLines : cleanText;
  return applyDecorators(
    ApiProperty({ ...(!emptyAllowed && { minLength: 1 }), maxLength }),
    RuledText((text) => {
      const result = rule(text, maxLength);
      if (result.ok) return result;
      if (emptyAllowed && result.code === 'text_required') return { ok: true, value: '' };
      return { ok: false, refusal: refusal(textKeys[result.code], { max: maxLength }) };
    }),
  );
}

/** A path parameter that must be a UUID; otherwise a 400 names it. */
export function UuidParameter(name: string): ParameterDecorator {
  const error: ValidationError = {
    property: name,
    value: '',
    constraints: { uuid: refusal('validation.format') },
  };
  return Param(name, new ParseUUIDPipe({ exceptionFactory: () => new I18nValidationException([error]) }));
}

/** Documents the ids that `UuidParameter` reads. */
export const TakesUuid = (name: string, description: string): MethodDecorator =>
  applyDecorators(NamesId(name, description), Refuses('validation_failed'));

/** Documents an id in the path; an odd one is like a missing resource: 404. */
export const NamesId = (name: string, description: string): MethodDecorator =>
  ApiParam({ name, description, schema: { type: 'string', format: 'uuid' } });

/** The error of one field: a code, and the key and arguments of its text. */
export interface FieldRefusal {
  readonly field: string;
  readonly code: string;
  readonly textKey: string;
  readonly args: Readonly<Record<string, string | number>>;
}

/** Most fields named in one response. */
const FIELDS_LIMIT = 64;
/** Longest field name included in a response. */
const FIELD_NAME_MAX_LENGTH = 64;
const TEXT_PREFIX = 'errors.';
/** Texts for any field. */
const COMMON_PREFIX = `${TEXT_PREFIX}validation.`;

/** class-validator rule → our code. A rule that is not listed needs a separate message: `refusal`. */
const CODE_OF_TYPE: Readonly<Record<string, string>> = { isString: 'text', isBoolean: 'boolean' };
const CODE_OF_RULE: Readonly<Record<string, string>> = {
  isLength: 'format',
  isEmail: 'email',
  matches: 'format',
};

/**
 * `message` of a class-validator decorator, with its text in errors.json under `code`,
 * for example `@Equals(true, {message: refusal('accept_terms_error')})`.
 */
export function refusal(code: string, args: Readonly<Record<string, string | number>> = {}): string {
  return `${TEXT_PREFIX}${code}|${JSON.stringify(args)}`;
}

/** One refusal per field; one inside another is named by its path ("definition.within"). */
export function fieldRefusals(errors: readonly ValidationError[]): readonly FieldRefusal[] {
  return errors
    .flatMap((error) => innermost(error))
    .slice(0, FIELDS_LIMIT)
    .map(refusalOf);
}

/** The errors of the fields inside a field; the error itself when there are none. */
function innermost(error: ValidationError): readonly ValidationError[] {
  const { property, children = [] } = error;
  if (children.length === 0) return [error];
  return children.flatMap((child) => innermost({ ...child, property: `${property}.${child.property}` }));
}

/**
 * Order of precedence: an undeclared field, a missing value, a wrong type, our own texts, any other rule. Our text for
 * one field takes precedence over those for any; only the former tells more of a missing value.
 */
function refusalOf({ property, constraints = {}, value }: ValidationError): FieldRefusal {
  const field = property.slice(0, FIELD_NAME_MAX_LENGTH);
  if ('whitelistValidation' in constraints) return builtIn(field, 'unknown_field');
  const own = Object.values(constraints).filter((text) => text.startsWith(TEXT_PREFIX));
  const specific = own.find((text) => !text.startsWith(COMMON_PREFIX));
  if (value === undefined || value === null)
    return specific ? custom(field, specific) : builtIn(field, 'required');
  const wrongType = Object.keys(CODE_OF_TYPE).find((rule) => rule in constraints);
  if (wrongType) return builtIn(field, CODE_OF_TYPE[wrongType]);
  const [text] = specific ? [specific] : own;
  if (text) return custom(field, text);
  const rule = Object.keys(CODE_OF_RULE).find((name) => name in constraints) ?? '';
  return builtIn(field, CODE_OF_RULE[rule]);
}

/** A text of `refusal`. */
function custom(field: string, text: string): FieldRefusal {
  const bar = text.indexOf('|');
  const textKey = text.slice(0, bar);
  const args = JSON.parse(text.slice(bar + 1)) as FieldRefusal['args'];
  return { field, code: textKey.slice(textKey.lastIndexOf('.') + 1), textKey, args };
}

/** A text for any field. */
function builtIn(field: string, code = 'invalid'): FieldRefusal {
  return { field, code, textKey: `${COMMON_PREFIX}${code}`, args: {} };
}
