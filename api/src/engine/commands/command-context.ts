import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../../event-sourcing/decider.js';
import type { Actor } from '../../event-sourcing/event.js';
import { requestContext } from './request-context.js';

/** Context of a command from HTTP or an operator: a new id, caused by the current request. */
export function newCommandContext(actor: Actor): CommandContext {
  const commandId = randomUUID();
  const correlationId = requestContext.current()?.correlationId ?? commandId;
  return { commandId, correlationId, causationId: correlationId, actor };
}
