import { type Actor, streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { ofStream, type Projection } from '../../../event-sourcing/projection.js';
import type { DeskTaskKind } from '../../../kernel/money/payouts.js';
import {
  transferStream,
  type LifecycleEvent,
  type Terms,
} from '../../lifecycle/state/lifecycle-events.rules.js';
import {
  afterLifecycleEvent,
  emptyLifecycle,
  type LifecycleState,
} from '../../lifecycle/state/lifecycle-state.rules.js';
import { deskOf, taskKindOf, type Desk, type StoredKind } from './desk-tasks.rules.js';

/** A transfer as the desk sees it. */
export interface DeskTaskDocument {
  readonly id: string;
  readonly state: LifecycleState;
  readonly desk: Desk;
  readonly kind: StoredKind;
  /** Since when it waits; for a done task, when it was done. */
  readonly since: string;
  /** The member of staff who ended the last task, and what it was; empty and null while one is open, or when the system ended it. */
  readonly doneBy: string;
  readonly doneAs: DeskTaskKind | null;
  /** Texts of the open problems, by their ids. */
  readonly problems: Readonly<Record<string, string>>;
}

/** One that people work on: only what was paid comes to the desk. */
export type PaidTask = DeskTaskDocument & { readonly state: { readonly terms: Terms } };
export const isPaid = (task: DeskTaskDocument): task is PaidTask => task.state.terms !== null;

/** Kinds of one payout's task as it moves through the desk: changing between them does not restart the wait. */
const PAYOUT_KINDS: ReadonlySet<string> = new Set(['claim', 'outcome', 'second_person']);

/** The view payout_tasks: one document per paid transfer, with its task at the desk. */
export const deskTasksProjection: Projection<DeskTaskDocument, LifecycleEvent> = {
  name: 'payout_tasks',
  version: 18,
  indexes: [
    { name: 'byDesk', eq: ['desk'], sort: 'since' },
    { name: 'byDoer', eq: ['doneBy'], sort: 'since' },
    // A problem's number has the beginning of the id.
    { name: 'byId', eq: [], sort: 'id' },
  ],
  prefixes: [transferStream.prefix],
  keys: ofStream,
  evolve(document, event) {
    const state = afterLifecycleEvent(document?.state ?? emptyLifecycle(), event);
    const kind = taskKindOf(state);
    const { type, metadata } = event;
    const { at } = metadata;
    const desk = deskOf(kind, state);
    // A response of the rail restarts the wait.
    const waitsOn = document && type !== 'PayoutAccepted' && isSameWait(document.kind, kind);
    const since = waitsOn ? document.since : at;
    return {
      id: streamId(event.stream),
      state,
      desk,
      kind,
      since: desk === 'pending' ? (state.capturedAt ?? at) : since,
      ...endOf(document, { kind, actor: metadata.actor }),
      problems: problemsAfter(document?.problems ?? {}, event),
    };
  },
};

type End = Pick<DeskTaskDocument, 'doneBy' | 'doneAs'>;

const OPEN_OR_NEVER: End = { doneBy: '', doneAs: null };

/** Who ended the task with this event; stays until there is another one. */
function endOf(
  document: DeskTaskDocument | null,
  { kind, actor }: { readonly kind: StoredKind; readonly actor: Actor },
): End {
  if (!document || kind !== 'none') return OPEN_OR_NEVER;
  if (document.kind === 'none') return { doneBy: document.doneBy, doneAs: document.doneAs };
  return actor.kind === 'staff' ? { doneBy: actor.id, doneAs: document.kind } : OPEN_OR_NEVER;
}

const isSameWait = (one: string, other: string): boolean =>
  one === other || (PAYOUT_KINDS.has(one) && PAYOUT_KINDS.has(other));

function problemsAfter(
  problems: DeskTaskDocument['problems'],
  { type, data }: StreamEvent<LifecycleEvent>,
): DeskTaskDocument['problems'] {
  if (type === 'ProblemReported') return { ...problems, [data.problemId]: data.text };
  if (type !== 'ProblemResolved') return problems;
  const { [data.problemId]: _, ...left } = problems;
  return left;
}
