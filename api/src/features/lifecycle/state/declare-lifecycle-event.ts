import type { AnyEventDeclaration, EventDeclaration } from '../../../event-sourcing/event.js';
import type { LifecycleEvent } from './lifecycle-events.rules.js';

/** The sender of every example. */
export const uid = '7f0c3f0e-58a1-4c51-9a0f-3b7f2a6d9e11';

type Of<Type extends LifecycleEvent['type']> = Extract<LifecycleEvent, { readonly type: Type }>;
type Options<Type extends LifecycleEvent['type']> = Pick<
  EventDeclaration<Of<Type>>,
  'personal' | 'upcasts' | 'safety'
> & { readonly schemaVersion?: number };

/** Declares an event of the life of a transfer with its example, to which the sender is added. */
export function declare<Type extends LifecycleEvent['type']>(
  type: Type,
  [summary, example]: readonly [string, Omit<Of<Type>['data'], 'uid'>],
  options: Options<Type> = {},
): AnyEventDeclaration {
  return {
    type,
    schemaVersion: 1,
    summary,
    example: { ...example, uid },
    ...options,
    subject: (data: { readonly uid: string }) => data.uid,
  };
}
