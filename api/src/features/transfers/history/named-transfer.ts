import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type CardUser, cardUserOf } from '../../../http/edge/caller-network.js';
import type { SignedRequest } from '../../../http/contract/principal.js';
import { NamesId } from '../../../http/contract/validation.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { isUUID } from 'class-validator';

/** A signed-in sender and the transfer in the path; whether it is theirs is decided from its stream. */
export interface NamedTransfer extends CardUser {
  readonly id: string;
}

/** The sender and the transfer of a request as a handler parameter. A malformed id is a 404, like a missing transfer. */
export const NamedTransfer = createParamDecorator((_: unknown, context: ExecutionContext): NamedTransfer => {
  const request = context.switchToHttp().getRequest<SignedRequest>();
  const { user, params } = request;
  const { id } = params as { readonly id?: unknown };
  if (!user || typeof id !== 'string' || !isUUID(id)) throw new DomainError('not_found');
  return { ...cardUserOf(request, user), id };
});

/** Documents the id that `NamedTransfer` reads. */
export const TakesTransferId = (): MethodDecorator =>
  NamesId('id', "The id of one of the sender's transfers");
