import type { AnyEventDeclaration } from '../../event-sourcing/event.js';
import type { ReplayChange, ReplayStep } from '../../kernel/staff/replay.js';
import type { PastSender } from '../../kernel/staff/sender-at.js';
import { maskFields, maskHandle, maskText } from '../../kernel/text/masks.js';

/** Personal texts, by the name of their field in any part of what a history shows. */
const MASKS: Readonly<Record<string, (text: string) => string>> = {
  name: maskText,
  firstName: maskText,
  fullName: maskText,
  displayName: maskText,
  recipient: maskText,
  note: maskText,
  words: maskText,
  email: maskHandle,
  handle: maskHandle,
};

/** A sender as staff see them: names, addresses, handles and free texts masked. */
export function maskedPast(then: PastSender): PastSender {
  const { profile, transfers, refusals, recipients } = then;
  return {
    ...then,
    profile: masked(profile),
    transfers: transfers.map((transfer) => ({
      ...masked(transfer),
      steps: transfer.steps.map(masked),
    })),
    refusals: refusals.map(masked),
    recipients: recipients.map(masked),
  };
}

/** A step as staff see it: likewise in its states, and what the declaration of its event calls personal. */
export function maskedStep(
  step: ReplayStep,
  declarations: ReadonlyMap<string, Pick<AnyEventDeclaration, 'personal'>>,
): ReplayStep {
  const { event, state, change } = step;
  const personal = declarations.get(event.type)?.personal ?? [];
  return {
    ...step,
    event: { ...event, data: maskFields(event.data, personal) },
    state: masked(state),
    change: change.map(maskedChange),
  };
}

function maskedChange({ field, before, after, ...rest }: ReplayChange): ReplayChange {
  return { field, ...rest, before: maskedField(field, before), after: maskedField(field, after) };
}

/** An object with its personal texts masked, not those of objects in it. */
export function masked<Shown extends object>(shown: Shown): Shown {
  return Object.fromEntries(
    Object.entries(shown).map(([field, value]) => [field, maskedField(field, value as unknown)]),
  ) as Shown;
}

function maskedField<Value>(field: string, value: Value): Value {
  const mask = Object.hasOwn(MASKS, field) ? MASKS[field] : undefined;
  return mask && typeof value === 'string' ? (mask(value) as Value) : value;
}
