import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { ValidationError } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { I18nValidationException } from 'nestjs-i18n';
import { refusal } from '../../../http/contract/validation.js';
import { containsCardNumber } from '../../../kernel/money/card-numbers.js';
import { DomainError } from '../../../kernel/domain-error.js';

const HEADER = 'Idempotency-Key';
const KEY_PATTERN = /^[A-Za-z0-9_-]{16,128}$/;

/** Documents the header that `IdempotencyKey` reads. */
export const TakesIdempotencyKey = () =>
  ApiHeader({
    name: HEADER,
    required: true,
    description: 'One key per send; reuse it only while the outcome is unknown.',
    schema: { type: 'string', pattern: KEY_PATTERN.source, example: 'my-first-send-0001' },
  });

/**
 * The caller's idempotency key as a handler parameter. A missing or malformed key is a 400 that names the header; one with a
 * card number is refused as in a body.
 */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const key = context.switchToHttp().getRequest<FastifyRequest>().headers[HEADER.toLowerCase()];
  if (typeof key === 'string' && KEY_PATTERN.test(key)) {
    if (containsCardNumber(key)) throw new DomainError('card_number_in_body');
    return key;
  }
  const code = key === undefined ? 'validation.required' : 'validation.format';
  const error: Pick<ValidationError, 'property' | 'constraints' | 'value'> = {
    property: HEADER,
    value: key,
    constraints: { idempotencyKey: refusal(code) },
  };
  throw new I18nValidationException([error]);
});
