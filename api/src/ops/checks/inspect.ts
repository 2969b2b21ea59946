import type { EventMetadata } from '../../event-sourcing/event.js';
import { ParkedReactions } from '../../engine/subscriptions/sagas/parked-reactions.js';
import { SAGA_OWNER, type Vault } from '../../engine/vault/vault.port.js';
import { readEnvelope } from '../../engine/event-store/envelope.js';
import { isJsonObject } from '../../engine/event-store/json.js';
import { BEGINNING, type StoredEvent } from '../../engine/event-store/event-store.port.js';
import { isOfSystem, pagesUntilNow } from './log-pages.js';
import { outputOf, reportTo, UsageError, type CommandRun } from '../command.js';
import { decryptingLog, loadFeatures, withStores, type OperatorStores } from '../stores/operator-stores.js';

/** Most streams listed at once. */
const STREAMS_LIMIT = 100_000;

/** `streams [prefix]`: every stream with its number of events and the newest one. */
export function streams(run: CommandRun): Promise<void> {
  const { words } = run;
  const { tell, note } = outputOf(run);
  return withStores(run, 'read', async ({ eventStore }) => {
    const found = new Map<string, { readonly events: number; readonly last: StoredEvent }>();
    const report = reportTo(note);
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
      tell(
        { stream: name, events: count, newestAt: atOf(last), newestType: last.type },
        `${name.padEnd(71)} ${String(count).padStart(7)}  ${atOf(last)}  ${last.type}`,
      );
    note(`${found.size} streams, ${events} events`);
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
  run: Pick<CommandRun, 'options' | 'say'>,
): Promise<number> {
  const { tell } = outputOf(run);
  const revealed: object[] = [];
  if (run.options.reveal === true)
    for await (const { data } of (await decryptingLog(stores)).read(name)) revealed.push(data);
  let count = 0;
  for await (const event of stores.eventStore.read(name)) {
    const { at, actor, $correlationId, $causationId } = metadataOf(event);
    const data = revealed[count] ?? withoutValues(event);
    const { revision, type } = event;
    const position = short(event.position);
    const finding = { stream: name, revision: Number(revision), type, at, position, actor };
    tell(
      { ...finding, correlationId: $correlationId, causationId: $causationId, data },
      `${revision}  ${type}  ${at}  position ${position}`,
      `   by ${actor.kind} ${actor.id}, correlation ${$correlationId}, caused by ${$causationId}`,
      ...Object.entries(data).map(([field, value]) => `   ${field}: ${JSON.stringify(value)}`),
    );
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

/** How far one of them has come; of a view, in which generation. */
interface Place {
  readonly name: string;
  readonly through: string;
  readonly generation?: number;
  readonly state?: 'live' | 'building';
  readonly saga?: true;
}

/** `checkpoints`: how far each projection and saga has processed the log. */
export function checkpoints(run: CommandRun): Promise<void> {
  const { tell } = outputOf(run);
  const tellPlace = (finding: Place, detail: string) =>
    tell(finding, `${finding.name.padEnd(26)} ${finding.through}${detail}`);
  return withStores(run, 'read', async (stores) => {
    const { eventStore, viewStore, vault } = stores;
    tellPlace({ name: 'log', through: short(await eventStore.head()) }, '');
    for (const { name, live, building } of await generations(stores)) {
      for (const [generation, state] of [[live, 'live'] as const, [building, 'building'] as const]) {
        if (generation === null) continue;
        const through = short((await viewStore.checkpoint(name, generation)) ?? BEGINNING);
        tellPlace({ name, through, generation, state }, `  generation ${generation}, ${state}`);
      }
    }
    for (const { id, value } of await vault.list<{ through: string }>('checkpoint', SAGA_OWNER))
      tellPlace({ name: id, through: short(value.through), saga: true }, '  saga');
  });
}

/** `parked`: events that could not be processed, with the reason. */
export function parked(run: CommandRun): Promise<void> {
  const { tell, note } = outputOf(run);
  return withStores(run, 'read', async (stores) => {
    const { viewStore, vault } = stores;
    let count = 0;
    const sayParked = (consumer: string, key: string, reason: string) => (event: ParkedPlace) => {
      count += 1;
      const { stream: name } = event;
      const position = short(event.position);
      tell(
        { consumer, stream: name, position, key, reason },
        `${consumer}  ${name} at ${position}  key ${key}: ${reason}`,
      );
    };
    for (const { name, live } of await generations(stores))
      for (const event of live === null ? [] : await viewStore.parked(name, live))
        sayParked(name, event.keys.join(', '), event.reason)(event);
    for (const { id: saga } of await vault.list('checkpoint', SAGA_OWNER))
      for (const { key, reason, events } of await parkedReactions(vault, saga))
        events.forEach(sayParked(saga, key, reason));
    note(count === 0 ? 'nothing is parked' : `${count} parked; "parked retry <name>" tries them again`);
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
