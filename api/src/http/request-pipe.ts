import { type ArgumentMetadata, Injectable } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { LRUCache } from 'lru-cache';
import { I18nValidationException, I18nValidationPipe } from 'nestjs-i18n';
import { LANGUAGE_PARAMETER } from './language.js';

/** Accepted queries that are cached per DTO. */
const QUERIES_LIMIT = 500;
/** A body that says null: Nest would take it for an empty one. */
const NO_OBJECT: ValidationError = { property: '', value: '', constraints: { unknownValue: '' } };

/** Validates bodies and queries against their DTO; a field that is not declared is refused by name. */
@Injectable()
export class RequestPipe extends I18nValidationPipe {
  private readonly queries = new Map<unknown, LRUCache<string, object>>();

  constructor() {
    super({ whitelist: true, forbidNonWhitelisted: true, transform: true });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!this.toValidate(metadata)) return super.transform(value, metadata) as Promise<unknown>;
    if (value === null) throw new I18nValidationException([NO_OBJECT]);
    return metadata.type === 'query' ? this.query(value, metadata) : this.validated(value, metadata);
  }

  /** Validating a list's query costs as much as answering it, and most pages send the same few: each is validated once. */
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

  /** class-validator takes the names that every object inherits for declared ones: they are refused here. */
  private validated(value: unknown, metadata: ArgumentMetadata): Promise<object> {
    const inherited = Object.keys(Object(value) as object).filter((name) => name in Object.prototype);
    if (inherited.length > 0) throw new I18nValidationException(inherited.map(unknownField));
    return super.transform(value, metadata) as Promise<object>;
  }
}

function unknownField(property: string): ValidationError {
  return { property, value: null, constraints: { whitelistValidation: '' } };
}
