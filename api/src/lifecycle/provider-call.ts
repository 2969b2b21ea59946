import { Command } from '@nestjs/cqrs';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import type { LifecycleState } from './lifecycle-state.rules.js';
import type { NextCall } from './next-call.rules.js';

/** A call that a transfer is waiting for, with the state that asks for it. */
export interface ProviderCall {
  readonly call: NextCall;
  readonly transferId: string;
  readonly state: LifecycleState;
}

/** The provider's answer as a decision on the transfer. @throws ProviderUnknown */
export class CallCardProcessor extends Command<UndatedLifecycleCommand> {
  constructor(readonly asked: ProviderCall) {
    super();
  }
}

/** The rail's answer as a decision on the transfer. @throws ProviderUnknown */
export class CallPayoutRail extends Command<UndatedLifecycleCommand> {
  constructor(readonly asked: ProviderCall) {
    super();
  }
}

/** Who is called. */
export function commandOf(asked: ProviderCall): Command<UndatedLifecycleCommand> {
  return asked.call.endsWith('_payout') ? new CallPayoutRail(asked) : new CallCardProcessor(asked);
}
