import { randomUUID } from 'node:crypto';
import type { Actor } from '../event-sourcing/event.js';
import { requestContext } from './request-context.js';

/** Who asks, and under which id: event ids are UUIDv5(commandId, index). */
export interface CommandContext {
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: Actor;
  /** Events the command already recorded in other streams. */
  readonly indexFrom?: number;
}

/** Context of a command that came by HTTP or from the operator: a fresh id, caused by the request it belongs to. */
export function newCommandContext(actor: Actor): CommandContext {
  const commandId = randomUUID();
  const correlationId = requestContext.current()?.correlationId ?? commandId;
  return { commandId, correlationId, causationId: correlationId, actor };
}
