import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNoContentResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { SignedRequest } from '../../http/contract/principal.js';

/** Documents that the first lead asks, and another one carries it out. */
export const TakesTwoLeads = (): MethodDecorator =>
  applyDecorators(
    ApiAcceptedResponse({
      description: 'Recorded. Another lead has to send the same request within 24 hours.',
    }),
    ApiNoContentResponse({ description: 'Carried out.' }),
  );

/** The lead of a request, and how to answer that another one has to agree. */
export interface Lead {
  readonly uid: string;
  asked(): void;
}
/** The signed-in lead as a handler parameter. */
export const CurrentLead = createParamDecorator((_: unknown, context: ExecutionContext): Lead => {
  const http = context.switchToHttp();
  const { user } = http.getRequest<SignedRequest>();
  return {
    uid: user?.uid ?? '',
    asked: () => void http.getResponse<FastifyReply>().status(202),
  };
});
