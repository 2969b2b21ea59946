import { Command } from '@nestjs/cqrs';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import type { LifecycleState } from './lifecycle-state.rules.js';
import type { NextCall } from './next-call.rules.js';

/** A call that a transfer is waiting for, with the state that requires it. */
export interface ProviderCall {
  readonly call: NextCall;
  readonly transferId: string;
  readonly state: LifecycleState;
}

/** Calls the card processor; resolves to the command that records its response. @throws ProviderUnknown */
export class CallCardProcessor extends Command<UndatedLifecycleCommand> {
  constructor(readonly request: ProviderCall) {
    super();
  }
}

/** Calls the payout rail; resolves to the command that records its response. @throws ProviderUnknown */
export class CallPayoutRail extends Command<UndatedLifecycleCommand> {
  constructor(readonly request: ProviderCall) {
    super();
  }
}

/** The command for the provider that takes this call. */
export function commandOf(request: ProviderCall): Command<UndatedLifecycleCommand> {
  return request.call.endsWith('_payout') ? new CallPayoutRail(request) : new CallCardProcessor(request);
}
