import type { RecordedEvent } from '../event-sourcing/event.js';
import { callsOf, type RecordedCall } from '../features/lifecycle/call-history.rules.js';
import { transferStream, type LifecycleEvent } from '../features/lifecycle/lifecycle-events.rules.js';
import {
  afterLifecycleEvent,
  emptyLifecycle,
  type LifecycleState,
} from '../features/lifecycle/lifecycle-state.rules.js';
import { holdEndOf, payByOf, payoutDueOf, timerOf } from '../features/lifecycle/lifecycle-times.rules.js';
import { nextCallOf } from '../features/lifecycle/next-call.rules.js';
import { UsageError, type CommandRun, type Say } from './command.js';
import { sayEvents } from './inspect.js';
import { decryptingLog, withStores } from './operator-stores.js';

/**
 * `transfer <id> [--reveal]`: the whole life of one transfer: its events, the provider calls that they record, timers
 * and what comes next. Personal fields stay masked without --reveal.
 */
export function transfer(run: CommandRun): Promise<void> {
  const { words, say } = run;
  const [id = ''] = words;
  const name = transferStream(id);
  return withStores(run, 'read', async (stores) => {
    const log = await decryptingLog(stores);
    const events: RecordedEvent<LifecycleEvent>[] = [];
    for await (const event of log.read<LifecycleEvent>(name)) events.push(event);
    if (events.length === 0)
      throw new UsageError(`There is no paid transfer ${id}; its request is on its sender's stream`);
    say('Events');
    await sayEvents(stores, name, run);
    const state = events.reduce(afterLifecycleEvent, emptyLifecycle());
    sayCalls(callsOf(events), state, say);
    sayNext(state, say);
  });
}

function sayCalls(calls: readonly RecordedCall[], { payout }: LifecycleState, say: Say): void {
  say('Calls');
  if (calls.length === 0) say('   none');
  for (const { call, askedAt, outcome, tookMs } of calls) {
    const name = call === 'submit_payout' && payout?.route === 'desk' ? 'payout by the desk' : call;
    say(
      `   ${name.padEnd(18)}  ${askedAt}  ${outcome === null ? 'no answer yet' : `${outcome} after ${tookMs} ms`}`,
    );
  }
}

function sayNext(state: LifecycleState, say: Say): void {
  say('Now');
  say(`   stage      ${state.stage}`);
  say(`   next call  ${nextCallOf(state) ?? 'none'}`);
  if (state.payout?.contradiction === 'open')
    say(`   conflict   recorded as not paid, but ${state.payout.found} at the platform: confirm it there`);
  say(`   timers     ${timersOf(state).join(', ') || 'none'}`);
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
