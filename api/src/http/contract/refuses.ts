import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** How a problem code of a route is kept until the OpenAPI document is complete. */
export const REFUSAL_EXTENSION = 'x-flip-refusal-';

/**
 * Documents problem codes that a route answers besides those that follow from its path, method, input and session
 * (api-docs.ts); on a controller, of each of its routes. Not for codes of single fields. Whatever a route answers in a
 * test has to be among its codes. "401 second_factor_required" where the status is not the usual one of the code.
 */
export const Refuses = (...codes: readonly string[]): ClassDecorator & MethodDecorator =>
  applyDecorators(...codes.map((code) => ApiExtension(`${REFUSAL_EXTENSION}${code}`, true)));
