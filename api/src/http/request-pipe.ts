import { type ArgumentMetadata, Injectable } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { I18nValidationException, I18nValidationPipe } from 'nestjs-i18n';
import { LRUCache } from 'lru-cache';

/** Accepted queries that are remembered for each declaration. */
const QUERIES_LIMIT = 500;

/**
 * Holds bodies and queries to their declarations; a field that is not declared is refused by name. A query that was
 * accepted is not looked at again: it is short, says the same each time, and most people's pages ask the same ones.
 */
@Injectable()
export class RequestPipe extends I18nValidationPipe {
  private readonly queries = new Map<unknown, LRUCache<string, object>>();

  constructor() {
    super({ whitelist: true, forbidNonWhitelisted: true, transform: true });
  }

  /** class-validator takes the names that every object inherits for declared ones: they are refused here. */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!this.toValidate(metadata)) return super.transform(value, metadata) as Promise<unknown>;
    if (value === null) throw new I18nValidationException([NO_OBJECT]);
    return metadata.type === 'query' ? this.query(value, metadata) : this.checked(value, metadata);
  }

  /** Every request with this query is handed the same object, so nobody may change it. */
  private async query(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const accepted = this.acceptedOf(metadata.metatype);
    const text = JSON.stringify(value);
    const known = accepted.get(text);
    if (known !== undefined) return known;
    const query = Object.freeze(await this.checked(value, metadata));
    accepted.set(text, query);
    return query;
  }

  private acceptedOf(declaration: unknown): LRUCache<string, object> {
    const known = this.queries.get(declaration);
    if (known) return known;
    const accepted = new LRUCache<string, object>({ max: QUERIES_LIMIT });
    this.queries.set(declaration, accepted);
    return accepted;
  }

  private checked(value: unknown, metadata: ArgumentMetadata): Promise<object> {
    if (typeof value === 'object' && value !== null) {
      const inherited = Object.keys(value).filter((name) => name in Object.prototype);
      if (inherited.length > 0) throw new I18nValidationException(inherited.map(unknownField));
    }
    return super.transform(value, metadata) as Promise<object>;
  }
}

/** A body that says null: Nest would take it for an empty one. */
const NO_OBJECT: ValidationError = { property: '', value: '', constraints: { unknownValue: '' } };

function unknownField(property: string): ValidationError {
  return { property, value: null, constraints: { whitelistValidation: '' } };
}
