import {
  applyDecorators,
  type ArgumentMetadata,
  Injectable,
  Param,
  type PipeTransform,
  type ValidationError,
} from '@nestjs/common';
import { ApiParam, ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, isUUID, ValidateBy, ValidateIf } from 'class-validator';
import { LRUCache } from 'lru-cache';
import { I18nValidationException, I18nValidationPipe } from 'nestjs-i18n';
import { cleanLines, cleanText, type TextCode } from '../kernel/texts.js';
import { LANGUAGE_PARAMETER } from './language.js';
import { Refuses } from './refuses.js';

/** Most valid queries cached per DTO. */
const QUERIES_LIMIT = 500;

/** Validates bodies and queries against their DTO; an undeclared field is refused by name. */
@Injectable()
export class RequestPipe extends I18nValidationPipe {
  private readonly queries = new Map<unknown, LRUCache<string, object>>();

  constructor() {
    super({ whitelist: true, forbidNonWhitelisted: true, transform: true });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!this.toValidate(metadata)) return super.transform(value, metadata) as Promise<unknown>;
    return metadata.type === 'query' ? this.query(value, metadata) : this.validated(value, metadata);
  }

  /** Caches valid queries: validation costs as much as reading the list, and most pages send the same few queries. */
  private async query(value: unknown, metadata: ArgumentMetadata): Promise<object> {
    const { [LANGUAGE_PARAMETER]: _language, ...query } = value as Record<string, unknown>;
    const accepted = this.queries.get(metadata.metatype) ?? new LRUCache({ max: QUERIES_LIMIT });
    this.queries.set(metadata.metatype, accepted);
    const text = JSON.stringify(query);
    const known = accepted.get(text);
    if (known) return known;
    const dto = Object.freeze(await this.validated(query, metadata));
    accepted.set(text, dto);
    return dto;
  }

  /** Also refuses names that every object or class inherits, which class-validator treats as declared. */
  private validated(value: unknown, metadata: ArgumentMetadata): Promise<object> {
    const inherited = Object.keys(Object(value) as object).filter(
      (name) => name in Object.prototype || name === 'prototype',
    );
    if (inherited.length > 0) throw new I18nValidationException(inherited.map(unknownField));
    return super.transform(value, metadata) as Promise<object>;
  }
}

function unknownField(property: string): ValidationError {
  return { property, value: null, constraints: { whitelistValidation: '' } };
}

/** The field may be omitted; null is validated like any other value. */
export const WhenGiven = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);

const textKeys: Readonly<Record<TextCode, string>> = {
  text_required: 'validation.required',
  text_too_long: 'validation.too_long',
  text_characters: 'validation.characters',
};

/**
 * A short typed text (kernel/texts.ts): refused with the reason, or passed on in its clean form; its bounds are documented.
 * `emptyAllowed` turns a blank text into ''; `lines` allows several lines.
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
    ApiProperty({ ...(!emptyAllowed && { minLength: 1 }), maxLength }),
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

/** A path parameter that must be a UUID; otherwise a 400 names it. */
export const UuidParameter = (name: string): ParameterDecorator => Param(name, new UuidPipe());

/** Documents the ids that `UuidParameter` reads. */
export const TakesUuid = (name: string, description: string): MethodDecorator =>
  applyDecorators(NamesId(name, description), Refuses('validation_failed'));

/** Documents an id in the path; an odd one is like a missing resource: 404. */
export const NamesId = (name: string, description: string): MethodDecorator =>
  ApiParam({ name, description, schema: { type: 'string', format: 'uuid' } });

class UuidPipe implements PipeTransform<string, string> {
  transform(value: string, { data = 'id' }: ArgumentMetadata): string {
    if (isUUID(value)) return value;
    const error: ValidationError = {
      property: data,
      value,
      constraints: { uuid: refusal('validation.format') },
    };
    throw new I18nValidationException([error]);
  }
}

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

type Constraints = Readonly<Record<string, string>>;

/** class-validator rule → our code, in order of precedence within one field. */
const codeOfRule: Readonly<Record<string, string>> = {
  whitelistValidation: 'unknown_field',
  unknownValue: 'object',
  isDefined: 'required',
  isString: 'text',
  isBoolean: 'boolean',
  isInt: 'integer',
  isNumber: 'integer',
  isNotEmpty: 'required',
  isIn: 'choice',
  minLength: 'too_short',
  maxLength: 'too_long',
  isLength: 'format',
  isEmail: 'email',
  matches: 'format',
  min: 'min',
  max: 'max',
  isISO8601: 'date',
};
const typeRules = ['whitelistValidation', 'unknownValue', 'isString', 'isBoolean', 'isInt', 'isNumber'];

/**
 * `message` of a class-validator decorator whose text is in errors.json under `code`,
 * for example `@Equals(true, {message: refusal('accept_terms_error')})`.
 */
export function refusal(code: string, args: Readonly<Record<string, string | number>> = {}): string {
  return `${TEXT_PREFIX}${code}|${JSON.stringify(args)}`;
}

/** One refusal per field, with the path of nested fields. */
export function fieldRefusals(errors: readonly ValidationError[], path = ''): readonly FieldRefusal[] {
  const found = errors.flatMap((error) => {
    const name = error.property.slice(0, FIELD_NAME_MAX_LENGTH);
    const field = path ? `${path}.${name}` : name;
    const nested = fieldRefusals(error.children ?? [], field);
    return Object.keys(error.constraints ?? {}).length > 0 ? [refusalOf(error, field), ...nested] : nested;
  });
  return found.slice(0, FIELDS_LIMIT);
}

/** Order of precedence: an undeclared field, a wrong type, a missing value, our own texts, any other rule. */
function refusalOf({ constraints = {}, value }: ValidationError, field: string): FieldRefusal {
  if (value === undefined || value === null) return missing(constraints, field);
  const wrongType = typeRules.find((rule) => rule in constraints);
  if (wrongType) return builtIn(field || 'body', wrongType, constraints[wrongType] ?? '');
  const ours = ownText(constraints);
  if (ours) return custom(field, ours);
  const rule = Object.keys(codeOfRule).find((name) => name in constraints) ?? '';
  return builtIn(field, rule, constraints[rule] ?? '');
}

function missing(constraints: Constraints, field: string): FieldRefusal {
  if ('whitelistValidation' in constraints) return builtIn(field, 'whitelistValidation', '');
  const ours = ownText(constraints);
  return ours && !ours.startsWith(COMMON_PREFIX) ? custom(field, ours) : builtIn(field, 'isDefined', '');
}

/** A text specific to the field takes precedence over a general one. */
function ownText(constraints: Constraints): string | undefined {
  const ours = Object.values(constraints).filter((text) => text.startsWith(TEXT_PREFIX));
  return ours.find((text) => !text.startsWith(COMMON_PREFIX)) ?? ours[0];
}

function custom(field: string, text: string): FieldRefusal {
  const bar = text.indexOf('|');
  const key = bar < 0 ? text : text.slice(0, bar);
  const args = bar < 0 ? {} : (JSON.parse(text.slice(bar + 1)) as Record<string, string | number>);
  return { field, code: key.slice(key.lastIndexOf('.') + 1), textKey: key, args };
}

/** Parses limits and choices from class-validator's English message, which is the only place that has them. */
function builtIn(field: string, rule: string, sentence: string): FieldRefusal {
  const code = codeOfRule[rule] ?? 'invalid';
  const bound = /(\d+)(?!.*\d)/.exec(sentence)?.[1] ?? '';
  const values = /values: (.*)$/.exec(sentence)?.[1] ?? '';
  return { field, code, textKey: `errors.validation.${code}`, args: { min: bound, max: bound, values } };
}
