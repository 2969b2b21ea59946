import type { AnyEventDeclaration } from '../../event-sourcing/event.js';
import { maskFields, maskHandle, maskText } from '../../kernel/text/masks.js';
import type { ReplayChange, ReplayState, ReplayStep } from '../../kernel/staff/replay.js';

type Masks = Readonly<Record<string, (text: string) => string>>;
type Declarations = ReadonlyMap<string, Pick<AnyEventDeclaration, 'personal'>>;

/** Personal texts of a state, by field. */
const STATE_MASKS: Masks = {
  name: maskText,
  displayName: maskText,
  note: maskText,
  email: maskHandle,
};

/** A step as staff see it: names, addresses, handles and free texts masked, in the states and in the event. */
export function masked(step: ReplayStep, declarations: Declarations): ReplayStep {
  const { event } = step;
  const personal = declarations.get(event.type)?.personal ?? [];
  return {
    ...step,
    event: { ...event, data: maskFields(event.data, personal) },
    state: maskedState(step.state),
    change: step.change.map(maskedChange),
  };
}

function maskedState(state: ReplayState): ReplayState {
  return Object.fromEntries(
    Object.entries(state).map(([field, value]) => [field, maskedField(field, value)]),
  );
}

function maskedChange({ field, before, after }: ReplayChange): ReplayChange {
  return { field, before: maskedField(field, before), after: maskedField(field, after) };
}

function maskedField(field: string, value: string | null): string | null {
  const mask = STATE_MASKS[field];
  return mask && value !== null ? mask(value) : value;
}
