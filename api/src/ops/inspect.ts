import type { EventMetadata } from '../event-sourcing/event.js';
import { ParkedReactions } from '../engine/subscriptions/parked-reactions.js';
import { SAGA_OWNER, type Vault } from '../engine/vault/vault.port.js';
import { readEnvelope } from '../engine/event-store/envelope.js';
import { isJsonObject } from '../engine/event-store/json.js';
import { BEGINNING, type StoredEvent } from '../engine/event-store/event-store.port.js';
import { isOfSystem, pagesUntilNow } from './log-pages.js';
import { reportTo, UsageError, type CommandRun } from './command.js';
import { decryptingLog, loadFeatures, withStores, type OperatorStores } from './operator-stores.js';

/** Most streams listed at once. */
const STREAMS_LIMIT = 100_000;

/** `streams [prefix]`: every stream with its number of events and the newest one. */
export function streams(run: CommandRun): Promise<void> {
  const { words, say } = run;
  return withStores(run, 'read', async ({ eventStore }) => {
    const found = new Map<string, { readonly events: number; readonly last: StoredEvent }>();
    const report = reportTo(say);
    let events = 0;
    for await (const page of pagesUntilNow(eventStore, { after: BEGINNING, prefixes: [words[0] ?? ''] })) {
      const shown = page.events.filter((event) => !isOfSystem(event));
      for (const last of shown)
        found.set(last.stream, { events: (found.get(last.stream)?.events ?? 0) + 1, last });
      if (found.size > STREAMS_LIMIT)
        throw new UsageError('Too many streams: name a prefix, such as "case-"');
      events += shown.length;
      report('events read', events, null);
    }
    for (const [name, { events: count, last }] of [...found].sort(([one], [other]) => (one < other ? -1 : 1)))
      say(`${name.padEnd(71)} ${String(count).padStart(7)}  ${atOf(last)}  ${last.type}`);
    say(`${found.size} streams, ${events} events`);
  });
}

/** `stream <name> [--reveal]`: a stream event by event; personal fields stay encrypted without --reveal. */
export function stream(run: CommandRun): Promise<void> {
  const [name = ''] = run.words;
  return withStores(run, 'read', async (stores) => {
    if ((await sayEvents(stores, name, run)) === 0) throw new UsageError(`There is no stream ${name}`);
  });
}

/** The events of a stream with what every reader of a log asks first. @returns their number */
export async function sayEvents(
  stores: OperatorStores,
  name: string,
  { options, say }: Pick<CommandRun, 'options' | 'say'>,
): Promise<number> {
  const revealed: object[] = [];
  if (options.reveal === true)
    for await (const { data } of (await decryptingLog(stores)).read(name)) revealed.push(data);
  let count = 0;
  for await (const event of stores.eventStore.read(name)) {
    const { at, actor, $correlationId, $causationId } = metadataOf(event);
    say(`${event.revision}  ${event.type}  ${at}  position ${short(event.position)}`);
    say(`   by ${actor.kind} ${actor.id}, correlation ${$correlationId}, caused by ${$causationId}`);
    for (const [field, value] of Object.entries(revealed[count] ?? withoutValues(event)))
      say(`   ${field}: ${JSON.stringify(value)}`);
    count += 1;
  }
  return count;
}

/** The data of an event with its personal fields masked. */
function withoutValues({ data }: StoredEvent): object {
  const { sealed, ...plain } = data as Record<string, unknown>;
  const fields = readEnvelope(sealed)?.fields ?? [];
  return { ...plain, ...Object.fromEntries(fields.map((field) => [field, '[encrypted]'])) };
}

/** `checkpoints`: how far each projection and saga has processed the log. */
export function checkpoints(run: CommandRun): Promise<void> {
  const { say } = run;
  return withStores(run, 'read', async (stores) => {
    const { eventStore, viewStore, vault } = stores;
    say(`${'log'.padEnd(26)} ${short(await eventStore.head())}`);
    for (const { name, live, building } of await generations(stores)) {
      for (const [generation, state] of [[live, 'live'] as const, [building, 'building'] as const]) {
        if (generation === null) continue;
        const through = await viewStore.checkpoint(name, generation);
        say(`${name.padEnd(26)} ${short(through ?? BEGINNING)}  generation ${generation}, ${state}`);
      }
    }
    for (const { id, value } of await vault.list<{ through: string }>('checkpoint', SAGA_OWNER))
      say(`${id.padEnd(26)} ${short(value.through)}  saga`);
  });
}

/** `parked`: events that could not be processed, with the reason. */
export function parked(run: CommandRun): Promise<void> {
  const { say } = run;
  return withStores(run, 'read', async (stores) => {
    const { viewStore, vault } = stores;
    let count = 0;
    const sayParked = (consumer: string, key: string, reason: string) => (event: ParkedPlace) => {
      count += 1;
      say(`${consumer}  ${event.stream} at ${short(event.position)}  key ${key}: ${reason}`);
    };
    for (const { name, live } of await generations(stores))
      for (const event of live === null ? [] : await viewStore.parked(name, live))
        sayParked(name, event.keys.join(', '), event.reason)(event);
    for (const { id: saga } of await vault.list('checkpoint', SAGA_OWNER))
      for (const { key, reason, events } of await parkedReactions(vault, saga))
        events.forEach(sayParked(saga, key, reason));
    say(count === 0 ? 'nothing is parked' : `${count} parked; "parked retry <name>" tries them again`);
  });
}

type ParkedPlace = Pick<StoredEvent, 'stream' | 'position'>;

async function parkedReactions(vault: Vault, saga: string) {
  const reactions = new ParkedReactions(vault, saga);
  await reactions.load();
  return reactions.all();
}

async function generations({ viewStore }: OperatorStores) {
  const { projections } = await loadFeatures();
  await viewStore.declare(projections);
  return Promise.all(projections.map(async ({ name }) => ({ name, ...(await viewStore.generations(name)) })));
}

/** Streams of other applications have metadata of any kind. */
const atOf = ({ metadata }: StoredEvent) =>
  isJsonObject(metadata) && typeof metadata['at'] === 'string' ? metadata['at'] : 'unknown time';

const metadataOf = ({ metadata }: StoredEvent) => metadata as EventMetadata;

const short = (position: string) => position.replace(/^0+(?=.)/, '') || 'beginning';
