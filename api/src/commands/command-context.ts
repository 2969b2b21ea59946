import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../event-sourcing/decider.js';
import type { Actor } from '../event-sourcing/event.js';
import { requestContext } from './request-context.js';

/** Context of a command that came by HTTP or from the operator: a fresh id, caused by the request it belongs to. */
export function newCommandContext(actor: Actor): CommandContext {
  const commandId = randomUUID();
  const correlationId = requestContext.current()?.correlationId ?? commandId;
  return { commandId, correlationId, causationId: correlationId, actor };
}
