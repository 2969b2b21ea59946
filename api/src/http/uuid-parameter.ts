import { applyDecorators, type ArgumentMetadata, Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { isUUID, type ValidationError } from 'class-validator';
import { I18nValidationException } from 'nestjs-i18n';
import { refusal } from './validation.js';

/** An id in the address, as a handler's parameter; 400 names it when it is no UUID. */
export const UuidParameter = (name: string): ParameterDecorator => Param(name, new UuidPipe());

/** Documents the ids that `UuidParameter` reads. */
export const TakesUuid = (name: string, description: string): MethodDecorator =>
  applyDecorators(ApiParam({ name, description, schema: { type: 'string', format: 'uuid' } }));

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
