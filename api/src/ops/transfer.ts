import type { RecordedEvent } from '../event-sourcing/event.js';
import { callsOf, type RecordedCall } from '../features/lifecycle/state/call-history.rules.js';
import { transferStream, type LifecycleEvent } from '../features/lifecycle/state/lifecycle-events.rules.js';
import {
  afterLifecycleEvent,
  emptyLifecycle,
  type LifecycleState,
} from '../features/lifecycle/state/lifecycle-state.rules.js';
import {
  holdEndOf,
  payByOf,
  payoutDueOf,
  timerOf,
} from '../features/lifecycle/state/lifecycle-times.rules.js';
import { nextCallOf } from '../features/lifecycle/state/next-call.rules.js';
import { outputOf, UsageError, type CommandRun, type Output } from './command.js';
import { sayEvents } from './checks/inspect.js';
import { decryptingLog, withStores } from './stores/operator-stores.js';

/**
 * `transfer <id> [--reveal]`: the whole life of one transfer: its events, the provider calls that they record, timers
 * and what comes next. Personal fields stay masked without --reveal.
 */
export function transfer(run: CommandRun): Promise<void> {
  const output = outputOf(run);
  const [id = ''] = run.words;
  const name = transferStream(id);
  return withStores(run, 'read', async (stores) => {
    const log = await decryptingLog(stores);
    const events: RecordedEvent<LifecycleEvent>[] = [];
    for await (const event of log.read<LifecycleEvent>(name)) events.push(event);
    if (events.length === 0)
      throw new UsageError(`There is no paid transfer ${id}; its request is on its sender's stream`);
    output.note('Events');
    await sayEvents(stores, name, run);
    const state = events.reduce(afterLifecycleEvent, emptyLifecycle());
    sayCalls(callsOf(events), state, output);
    sayNext(state, output);
  });
}

function sayCalls(calls: readonly RecordedCall[], { payout }: LifecycleState, { tell, note }: Output): void {
  note('Calls');
  if (calls.length === 0) note('   none');
  for (const recorded of calls) {
    const { call, askedAt, outcome, tookMs } = recorded;
    const name = call === 'submit_payout' && payout?.route === 'desk' ? 'payout by the desk' : call;
    const answer = outcome === null ? 'no answer yet' : `${outcome} after ${tookMs} ms`;
    tell(recorded, `   ${name.padEnd(18)}  ${askedAt}  ${answer}`);
  }
}

function sayNext(state: LifecycleState, { tell, note }: Output): void {
  note('Now');
  const { stage, payout } = state;
  const nextCall = nextCallOf(state);
  const timers = timersOf(state);
  const conflict = payout?.contradiction === 'open' ? payout.found : null;
  tell(
    { stage, nextCall, conflict, timers },
    `   stage      ${stage}`,
    `   next call  ${nextCall ?? 'none'}`,
    ...(conflict === null
      ? []
      : [`   conflict   recorded as not paid, but ${conflict} at the platform: confirm it there`]),
    `   timers     ${timers.join(', ') || 'none'}`,
  );
}

/** What time alone will change; only the first timer of a transfer counts. */
function timersOf(state: LifecycleState): readonly string[] {
  const next = timerOf(state);
  if (next === null) return [];
  const ahead = [
    ['payment until', payByOf(state)],
    ['hold ends', holdEndOf(state)],
    ['payout due', payoutDueOf(state)],
  ] as const;
  return ahead.filter(([, at]) => at !== null && at >= next).map(([name, at]) => `${name} ${at}`);
}
