import type { AnyEventDeclaration } from '../../event-sourcing/event.js';
import { maskHandle, maskText } from '../../kernel/masks.js';
import type { ReplayChange, ReplayState, ReplayStep } from '../../kernel/replay.js';

type Masks = Readonly<Record<string, (text: string) => string>>;
type Declarations = ReadonlyMap<string, Pick<AnyEventDeclaration, 'personal'>>;

/** Personal texts of a state, by field. */
const STATE_MASKS: Masks = {
  name: maskText,
  displayName: maskText,
  note: maskText,
  email: maskHandle,
};
/** Personal fields of events whose shape helps to tell two apart; the others are masked word by word. */
const EVENT_MASKS: Masks = { handle: maskHandle, email: maskHandle };

/** A step as staff see it: names, addresses, handles and free texts masked, in the states and in the event. */
export function masked(step: ReplayStep, declarations: Declarations): ReplayStep {
  const { event } = step;
  const personal = declarations.get(event.type)?.personal ?? [];
  return {
    ...step,
    event: { ...event, data: personal.reduce(withMask, event.data) },
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

/** The data with one personal field masked, `sent.handle` inside another. */
function withMask(data: Readonly<Record<string, unknown>>, path: string): Readonly<Record<string, unknown>> {
  const [name = '', ...rest] = path.split('.');
  const value = data[name];
  if (rest.length > 0) return isRecord(value) ? { ...data, [name]: withMask(value, rest.join('.')) } : data;
  if (typeof value !== 'string') return data;
  return { ...data, [name]: (EVENT_MASKS[name] ?? maskText)(value) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
