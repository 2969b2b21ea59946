import type { UndatedLifecycleCommand } from '../../api/src/features/lifecycle/state/lifecycle-commands.rules.js';
import {
  emptyLifecycle,
  type LifecycleState,
} from '../../api/src/features/lifecycle/state/lifecycle-state.rules.js';
import { transferLifecycle } from '../../api/src/features/lifecycle/state/transfer-lifecycle.decider.js';
import { recorded } from '../support/given-when-then.js';
import { DAY, terms, TransferLife } from '../support/transfer-life.js';

const FOUR_EYES_CENTS = 1_000_000;
const dispute = (outcome: 'won' | 'lost' | null, at: string): UndatedLifecycleCommand => ({
  type: 'RecordDispute',
  disputeRef: 'dp_1',
  providerAt: at,
  reason: 'fraudulent',
  outcome,
  cents: null,
});
const settle = (outcome: 'delivered' | 'failed'): UndatedLifecycleCommand => ({
  type: 'SettlePayout',
  operator: 'omar',
  outcome,
  reference: 'ref',
  fourEyesCents: FOUR_EYES_CENTS,
});

type Step = (life: TransferLife) => unknown;
const each = <const Value>(
  values: readonly Value[],
  act: (life: TransferLife, value: Value) => unknown,
): readonly Step[] => values.map((value) => (life) => act(life, value));

/** Every command on a transfer, in no particular order. */
const STEPS: readonly Step[] = [
  (life) => life.do({ type: 'AwaitPayment', terms: life.of }),
  (life) => life.pay(`request ${life.state.payment?.attempt ?? 0}`),
  (life) => life.do({ type: 'RequestCapture' }),
  (life) => life.hold('case'),
  (life) => life.release('case'),
  (life) => life.do({ type: 'RetryRefund' }),
  (life) => life.abandon(),
  (life) => life.cancel(),
  (life) => life.wait(11 * DAY).elapse(),
  ...each(['authorized', 'captured', 'cancelled', 'declined', 'requires_action'], (life, to) =>
    life.answered(to),
  ),
  ...each([null, 'omar'], (life, operator) => life.do({ type: 'SubmitPayout', operator })),
  ...each(['pending', 'unclaimed', 'delivered', 'failed', 'returned'], (life, to) => life.paidOut(to)),
  ...each(['delivered', 'failed'], (life, outcome) => life.do(settle(outcome))),
  ...each(['pending', 'completed', 'failed'], (life, to) => life.refunded(to)),
  ...each([null, 'won', 'lost'], (life, outcome) => life.do(dispute(outcome, life.at))),
];

/** The part of the state that determines further transitions: no instants, references or counts. */
const situationOf = ({ stage, payment, payout, refund, ...state }: LifecycleState): string =>
  JSON.stringify([
    ...[
      stage,
      payment?.state,
      payment?.captureRequested,
      payment?.voidRequested,
      payout?.state,
      refund?.state,
    ],
    ...[payout?.recalledBy, state.terms !== null, state.cancel !== null, state.firstDeclinedAt !== null],
    ...[state.holdCases.length, state.disputes.length, state.lostCents > 0],
  ]);

/** The Mermaid diagram of docs/money.md: every stage transition that the decider can reach, and its event. */
export function transferDiagram(): string {
  const edges = new Map<string, Set<string>>();
  const ends = new Set<string>();
  const seen = new Set<string>();
  const waiting = ['Venmo' as const, 'Zelle' as const].map(
    (platform) => new TransferLife({ ...terms, platform }),
  );
  for (const life of waiting) {
    for (const step of STEPS) {
      const next = Object.assign(new TransferLife(life.of), { state: life.state, nowMs: life.nowMs });
      try {
        step(next);
      } catch {
        continue;
      }
      drawStages(life.state, next, edges);
      if (next.state.endedAt !== null) ends.add(next.state.stage);
      const situation = `${life.of.platform}${situationOf(next.state)}`;
      if (!seen.has(situation)) waiting.push(next);
      seen.add(situation);
    }
  }
  const drawn = [...edges].map(([edge, types]) => `  ${edge}: ${[...types].sort().join(', ')}`).sort();
  const last = [...ends].sort().map((stage) => `  ${stage} --> [*]`);
  return ['stateDiagram-v2', `  [*] --> ${emptyLifecycle().stage}`, ...drawn, ...last].join('\n');
}

function drawStages(
  from: LifecycleState,
  { events, at }: TransferLife,
  edges: Map<string, Set<string>>,
): void {
  let state = from;
  for (const event of events) {
    const { stage } = state;
    state = transferLifecycle.evolve(state, recorded(event, 0, { stream: 'transfer-t1', at }));
    if (state.stage === stage) continue;
    const edge = `${stage} --> ${state.stage}`;
    edges.set(edge, (edges.get(edge) ?? new Set()).add(event.type));
  }
}
