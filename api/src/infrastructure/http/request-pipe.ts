import { type ArgumentMetadata, Injectable } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { I18nValidationException, I18nValidationPipe } from 'nestjs-i18n';

/** Holds bodies and queries to their declarations; a field that is not declared is refused by name. */
@Injectable()
export class RequestPipe extends I18nValidationPipe {
  constructor() {
    super({ whitelist: true, forbidNonWhitelisted: true, transform: true });
  }

  /** class-validator takes the names that every object inherits for declared ones: they are refused here. */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!this.toValidate(metadata)) return super.transform(value, metadata) as Promise<unknown>;
    if (value === null) throw new I18nValidationException([NO_OBJECT]);
    if (typeof value === 'object') {
      const inherited = Object.keys(value).filter((name) => name in Object.prototype);
      if (inherited.length > 0) throw new I18nValidationException(inherited.map(unknownField));
    }
    return super.transform(value, metadata) as Promise<unknown>;
  }
}

/** A body that says null: Nest would take it for an empty one. */
const NO_OBJECT: ValidationError = { property: '', value: '', constraints: { unknownValue: '' } };

function unknownField(property: string): ValidationError {
  return { property, value: null, constraints: { whitelistValidation: '' } };
}
