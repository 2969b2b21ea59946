import type { FastifyContextConfig } from 'fastify';
import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';

declare module 'fastify' {
  /** What the edge knows of a route before it reads the body. */
  interface FastifyContextConfig {
    readonly requestsPerMinute?: number;
    readonly budget?: string;
    readonly referenceFields?: readonly string[];
    readonly isCompressed?: boolean;
  }
}

/**
 * Requests of a caller that a route takes in a minute, where the general limit is too high (throttle.ts). Routes with the
 * same budget are counted together.
 */
export const LimitedTo = (requestsPerMinute: number, budget?: string): MethodDecorator =>
  applyDecorators(
    withOptions({ requestsPerMinute, ...(budget !== undefined && { budget }) }),
    ApiExtension('x-requests-per-minute', requestsPerMinute),
  );

/** Fields with the references of others, which may look like card numbers by chance. */
export const TakesReferences = (...referenceFields: readonly string[]): MethodDecorator =>
  withOptions({ referenceFields });

/** A read whose JSON may be compressed: it has no secret that could be guessed from the length of its response. */
export const Compressed = (): MethodDecorator => withOptions({ isCompressed: true });

function withOptions(options: FastifyContextConfig): MethodDecorator {
  return (target, name, descriptor) => {
    const others = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object;
    RouteConfig({ ...others, ...options })(target, name, descriptor);
  };
}
