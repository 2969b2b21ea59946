import type { ValidationError } from '@nestjs/common';

/** What is wrong with one field: a code, and the key and arguments of its text. */
export interface FieldRefusal {
  readonly field: string;
  readonly code: string;
  readonly textKey: string;
  readonly args: Readonly<Record<string, string | number>>;
}

/** Most fields one answer names. */
const FIELDS_LIMIT = 64;
/** Longest field name that is repeated to the caller. */
const FIELD_NAME_MAX_LENGTH = 64;
const TEXT_PREFIX = 'errors.';
/** Texts that any field may have. */
const COMMON_PREFIX = `${TEXT_PREFIX}validation.`;

type Constraints = Readonly<Record<string, string>>;

/** class-validator rule → our code, in the order in which one field's breaches are looked at. */
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
  isEnum: 'choice',
  minLength: 'too_short',
  maxLength: 'too_long',
  isLength: 'format',
  isEmail: 'email',
  matches: 'format',
  min: 'min',
  max: 'max',
  isISO8601: 'date',
  isUuid: 'format',
};
const typeRules = ['whitelistValidation', 'unknownValue', 'isString', 'isBoolean', 'isInt', 'isNumber'];

/**
 * `message` of a class-validator decorator whose text stands in errors.json under `code`,
 * for example `@Equals(true, {message: refusal('accept_terms_error')})`.
 */
export function refusal(code: string, args: Readonly<Record<string, string | number>> = {}): string {
  return `${TEXT_PREFIX}${code}|${JSON.stringify(args)}`;
}

/** One refusal a field, with the path of nested fields. */
export function fieldRefusals(errors: readonly ValidationError[], path = ''): readonly FieldRefusal[] {
  const found = errors.flatMap((error) => {
    const name = error.property.slice(0, FIELD_NAME_MAX_LENGTH);
    const field = path ? `${path}.${name}` : name;
    const nested = fieldRefusals(error.children ?? [], field);
    return Object.keys(error.constraints ?? {}).length > 0 ? [refusalOf(error, field), ...nested] : nested;
  });
  return found.slice(0, FIELDS_LIMIT);
}

/** Looked at in this order: a field nobody asked for, a wrong type, missing, our own texts, any other rule. */
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

/** A text of the field's own comes before one that any field may have. */
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

/** class-validator keeps bounds and choices only in its English sentence: they are read from there. */
function builtIn(field: string, rule: string, sentence: string): FieldRefusal {
  const code = codeOfRule[rule] ?? 'invalid';
  const bound = /(\d+)(?!.*\d)/.exec(sentence)?.[1] ?? '';
  const values = /values: (.*)$/.exec(sentence)?.[1] ?? '';
  return { field, code, textKey: `errors.validation.${code}`, args: { min: bound, max: bound, values } };
}
