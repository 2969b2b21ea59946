import type { AnyEventDeclaration, EventMetadata } from '../event-sourcing/event.js';
import { BEGINNING, type StoredEvent } from '../event-store/event-store.port.js';
import { SAGA_OWNER } from '../subscriptions/saga-checkpoint.js';
import type { ReadStores } from './read-stores.js';
import type { Features } from '../event-sourcing/event-sourcing.module.js';
import { progressLine, sometimes, UsageError, type Say } from './operator-command.js';

/** Most streams that are told one by one; beyond that ask for a category. */
const STREAMS_LIMIT = 100_000;

export interface Looking {
  readonly features: Features;
  readonly stores: ReadStores;
  readonly dataDir: string;
  readonly words: readonly string[];
  readonly say: Say;
}

interface StreamSummary {
  events: number;
  lastType: string;
  lastAt: string;
}

/** `streams [prefix]`: every stream with how many events it has and the newest. */
export async function streams({ stores, words: [prefix = ''], say }: Looking): Promise<void> {
  const found = new Map<string, StreamSummary>();
  const stop = new AbortController();
  const sayProgress = sometimes(say);
  const startedMs = performance.now();
  let events = 0;
  for await (const page of stores.events.follow({
    after: BEGINNING,
    prefixes: [prefix],
    signal: stop.signal,
  })) {
    for (const event of page.events) count(found, event);
    events += page.events.length;
    if (page.live) stop.abort();
    else sayProgress(() => progressLine(events, (events * 1_000) / (performance.now() - startedMs), null));
  }
  for (const [stream, { events, lastType, lastAt }] of [...found].sort(([one], [other]) =>
    one < other ? -1 : 1,
  ))
    say(`${stream.padEnd(71)} ${String(events).padStart(7)}  ${lastAt}  ${lastType}`);
  say(`${String(found.size)} streams, ${String(events)} events`);
}

function count(found: Map<string, StreamSummary>, event: StoredEvent): void {
  const { at } = event.metadata as EventMetadata;
  const summary = found.get(event.stream);
  if (summary) Object.assign(summary, { events: summary.events + 1, lastType: event.type, lastAt: at });
  else if (found.size >= STREAMS_LIMIT)
    throw new UsageError('Too many streams: name a prefix, such as "case-"');
  else found.set(event.stream, { events: 1, lastType: event.type, lastAt: at });
}

/** `stream <name> [--reveal]`: a stream event by event; sealed fields stay sealed without --reveal. */
export async function stream({ features, stores, words, say }: Looking): Promise<void> {
  const [name] = words.filter((word) => !word.startsWith('--'));
  if (name === undefined) throw new UsageError('stream <name> [--reveal]');
  const opened = new Map<bigint, object>();
  if (words.includes('--reveal')) {
    for await (const event of stores.log.read(name)) opened.set(event.revision, event.data);
  }
  let shown = 0;
  for await (const event of stores.events.read(name)) {
    tell(event, opened.get(event.revision) ?? sealedData(event, features.events), say);
    shown += 1;
  }
  if (shown === 0) throw new UsageError(`There is no stream ${name}`);
}

function tell(event: StoredEvent, data: object, say: Say): void {
  const { at, actor, $correlationId, $causationId } = event.metadata as EventMetadata;
  say(`${String(event.revision)}  ${event.type}  ${at}  position ${event.position.replace(/^0+(?=.)/, '')}`);
  say(`   by ${actor.kind} ${actor.id}, correlation ${$correlationId}, caused by ${$causationId}`);
  for (const [field, value] of Object.entries(data)) say(`   ${field}: ${JSON.stringify(value)}`);
}

function sealedData(event: StoredEvent, declarations: readonly AnyEventDeclaration[]): object {
  const { sealed, ...plain } = event.data as Record<string, unknown>;
  if (sealed === undefined) return plain;
  const fields = declarations.find(({ type }) => type === event.type)?.personal ?? [];
  return { ...plain, ...Object.fromEntries(fields.map((field) => [field, '[sealed]'])) };
}

/** `checkpoints`: how far each projection and saga has come, against the head of the log. */
export async function checkpoints({ features, stores, say }: Looking): Promise<void> {
  const head = await stores.events.head();
  say(`${'log'.padEnd(26)} ${short(head)}`);
  for (const { name } of features.projections) {
    const { live, building } = await stores.views.generations(name);
    for (const [generation, state] of [[live, 'live'] as const, [building, 'building'] as const]) {
      if (generation === null) continue;
      const through = await stores.views.checkpoint(name, generation);
      say(`${name.padEnd(26)} ${short(through ?? BEGINNING)}  generation ${String(generation)}, ${state}`);
    }
  }
  for (const { id, value } of await stores.vault.list<{ through: string }>('checkpoint', SAGA_OWNER))
    say(`${id.padEnd(26)} ${short(value.through)}  saga`);
}

/** `parked`: events that were set aside, with the reason. */
export async function parked({ features, stores, say }: Looking): Promise<void> {
  let count = 0;
  for (const { name } of features.projections) {
    const { live } = await stores.views.generations(name);
    if (live === null) continue;
    for (const { key, stream, position, reason } of await stores.views.parked(name, live)) {
      count += 1;
      say(`${name}  ${stream} at ${short(position)}  key ${key}: ${reason}`);
    }
  }
  for (const { id: saga } of await stores.vault.list('checkpoint', SAGA_OWNER)) {
    for (const { value } of await stores.vault.list<SagaParked>('parked', saga)) {
      count += value.events.length;
      for (const event of value.events)
        say(`${saga}  ${event.stream} at ${short(event.position)}  key ${value.key}: ${value.reason}`);
    }
  }
  say(count === 0 ? 'nothing is parked' : `${String(count)} parked; "parked retry <name>" tries them again`);
}

interface SagaParked {
  readonly key: string;
  readonly reason: string;
  readonly events: readonly { readonly stream: string; readonly position: string }[];
}

const short = (position: string) => position.replace(/^0+(?=.)/, '') || 'beginning';
