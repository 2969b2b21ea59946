import type { ValidationError } from 'class-validator';
import { I18nValidationException } from 'nestjs-i18n';
import { containsCardNumber } from '../../kernel/money/card-numbers.js';
import { DomainError } from '../../kernel/domain-error.js';
import { TEXT_MAX_LENGTH } from '../../kernel/text/normal-text.js';
import { refusal } from './validation.js';

const JSON_STRING = /"[^"\\]*(?:\\[^][^"\\]*)*"/g;
const LONG_NUMBER = /\d{13,}/g;

/**
 * Refuses a text that is longer than any field takes, before anything else works on it, and what may be a card number:
 * numbers belong in the card processor's fields alone (docs/security.md). Only `referenceFields` may have one by chance.
 * @throws DomainError card_number_in_body, I18nValidationException that names the field
 */
export function requireBoundedTexts(body: object, json: string, referenceFields: readonly string[]): void {
  for (const [name, value] of Object.entries(body)) {
    const texts = [name, ...textsOf(value)];
    if (texts.some(({ length }) => length > TEXT_MAX_LENGTH)) throw tooLong(name);
    if (!referenceFields.includes(name) && texts.some(containsCardNumber)) throw cardNumber();
  }
  // As they were sent: as numbers they have no more than 16 digits.
  const numbers = json.replaceAll(JSON_STRING, '""').match(LONG_NUMBER) ?? [];
  if (numbers.some(containsCardNumber)) throw cardNumber();
}

const cardNumber = () => new DomainError('card_number_in_body');

function tooLong(property: string): I18nValidationException {
  const constraints = { maxLength: refusal('validation.too_long', { max: TEXT_MAX_LENGTH }) };
  const error: ValidationError = { property, value: '', constraints };
  return new I18nValidationException([error]);
}

/** The texts and names of a value, unescaped. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)]);
}
