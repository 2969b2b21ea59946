import { readFileSync } from 'node:fs';
import { AppModule } from '../api/src/app.module.js';
import { featuresOf } from '../api/src/event-sourcing/event-sourcing.module.js';
import type { AnyEventDeclaration, RecordedEvent } from '../api/src/event-sourcing/event.js';
import { recorded } from './support/given-when-then.js';

const { events, projections } = featuresOf(AppModule);
const { files } = JSON.parse(readFileSync('api/src/i18n/en/archive.json', 'utf8')) as { files: object };
const page = readFileSync('docs/personal-data.md', 'utf8');

/** Ids by their names, so that examples of different features are about the same things. */
const IDS = {
  uid: '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90',
  transferId: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
  transactionId: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
  requestId: '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35',
  recipientId: '5f0c9a1e-6d0b-4a7e-9f3e-2b1c8d7e6f50',
  cardId: '5a2b7c1e-8f04-5d3a-9c66-1e7b0d4f2a98',
  problemId: 'P-2D9D3F6A-1C04F2',
};
/** The id in the name of a stream that is not a person's. */
const STREAM_IDS: Readonly<Record<string, string>> = { 'transfer-': IDS.transferId };

/** A fraud rule names no person: reasons on its stream are of another kind. */
const OF_NOBODY = 'rule-';

/** The rows of a table below a heading of the page: each pair of what is in code in the first two cells, and the last one. */
function rowsBelow(heading: string): ReadonlyMap<string, string> {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.flatMap((row) => {
      const [, owner = '', fields = '', where = ''] = row.split('|').map((cell) => cell.trim());
      return codes(owner).flatMap((of) => codes(fields).map((field) => [`${of} ${field}`, where] as const));
    }),
  );
}

const codes = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const places = (table: ReadonlyMap<string, string>): readonly string[] => [...table.keys()].toSorted();

/** What is found again where a personal field went. */
const mark = (type: string, field: string): string => `«${type}.${field}»`;

function marked({ type, personal = [], example }: AnyEventDeclaration): object {
  const data = structuredClone(example) as Record<string, unknown>;
  for (const [name, id] of Object.entries(IDS)) if (name in data) data[name] = id;
  for (const path of personal) {
    const [field = '', inner] = path.split('.');
    if (inner === undefined) data[field] = mark(type, path);
    else data[field] = { ...(data[field] as object), [inner]: mark(type, path) };
  }
  return data;
}

/** Paths of the texts in a document that have a mark; those of a list are one path. */
function marksIn(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return value.includes('«') ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    marksIn(
      inner,
      Array.isArray(value) ? path : [path, name === IDS.problemId ? '*' : name].filter(Boolean).join('.'),
    ),
  );
}

/** The fields of a view to which a personal field of an event gets, in documents that every event has changed. */
function personalFieldsOf({ name, prefixes, keys, evolve }: (typeof projections)[number]): readonly string[] {
  const found = new Set<string>();
  const documents = new Map<string, object | null>();
  const streams = prefixes
    .filter((prefix) => prefix !== OF_NOBODY)
    .map((prefix) => prefix + (STREAM_IDS[prefix] ?? IDS.uid));
  const facts = events.flatMap((declaration) => {
    const event = { type: declaration.type, data: marked(declaration) };
    return streams.map((stream, index) => recorded(event, index, { stream }));
  });
  // Again, for what follows on events that are declared later.
  for (const fact of [...facts, ...facts, ...facts])
    for (const [id, document] of changed(fact)) {
      documents.set(id, document);
      for (const path of marksIn(document)) found.add(`${name} ${path}`);
    }
  return [...found];

  /** An event that the documents of others do not prepare changes nothing. */
  function changed(fact: RecordedEvent): readonly (readonly [string, object | null])[] {
    try {
      return keys(fact).map((id) => [id, evolve(documents.get(id) ?? null, fact, id)] as const);
    } catch {
      return [];
    }
  }
}

describe('docs/personal-data.md', () => {
  const ofEvents = rowsBelow('Events');
  const ofViews = rowsBelow('Views');

  it('says of every personal field of an event whether the download has it', () => {
    const declared = events.flatMap(({ type, personal = [] }) => personal.map((field) => `${type} ${field}`));
    expect(places(ofEvents)).toEqual(declared.toSorted());
  });

  it('says of every field of a view with a personal text whether the download has it', () => {
    expect(places(ofViews)).toEqual(projections.flatMap(personalFieldsOf).toSorted());
  });

  it('names files of the download, or why it does not have them', () => {
    const unclear = [...ofEvents, ...ofViews].filter(([, where]) => {
      const named = codes(where);
      return named.length === 0 ? !/^No: ./.test(where) : named.some((file) => !(file in files));
    });
    expect(unclear).toEqual([]);
  });
});
