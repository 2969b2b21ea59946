import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InMemoryViews, openInMemoryViewStore } from '../../../../test/support/in-memory-view-store.js';
import { FakeServerViews } from '../../../../test/support/mongodb-view-store-fixture.js';
import { openEmbeddedViewStore } from '../../engine/view-store/embedded/embedded-view-store.js';
import type { ViewStore } from '../../engine/view-store/view-store.port.js';
import { caseNumberOf } from '../../kernel/staff/compliance.js';
import { AuditEvents } from './audit-events.js';
import { isWanted, type AuditFilter } from './audit-filter.js';
import { auditProjection, type AuditDocument } from './audit.projection.js';

const EVENTS = 300;
const READER = 'reader';
const uuid = (number: number) => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
/** Several events in each second; at most one of them is about the reader. */
const at = (number: number) =>
  new Date(Date.parse('2026-11-20T12:00:00.000Z') + Math.floor(number / 4) * 1_000).toISOString();

function documentOf(number: number): AuditDocument {
  const position = String(number).padStart(20, '0');
  const caseId = number % 3 === 0 ? uuid(number % 7) : null;
  return {
    position,
    at: at(number),
    listedAt: at(number),
    stream: `case-${number}`,
    revision: '0',
    facts: {},
    kind: number % 5 === 0 ? 'look' : 'action',
    action: `Done${number % 6}`,
    person: uuid(number % 4),
    uid: number % 11 === 0 ? READER : uuid(100 + (number % 9)),
    transferId: uuid(200 + number),
    caseId,
    caseNumber: caseId && caseNumberOf(caseId),
  };
}

const documents = Array.from({ length: EVENTS }, (_, number) => documentOf(number));

const FILTERS: readonly AuditFilter[] = [
  {},
  { person: uuid(1) },
  { action: 'look' },
  { action: 'Done2' },
  { subject: uuid(3) },
  { subject: caseNumberOf(uuid(3)) },
  { subject: uuid(104) },
  { subject: uuid(250) },
  { from: at(100), to: at(160) },
  { person: uuid(2), from: at(100) },
];

async function fill(views: ViewStore): Promise<AuditEvents> {
  await views.declare([auditProjection]);
  const { name } = auditProjection;
  const generation = await views.begin(name);
  const writes = documents
    .toReversed()
    .map((document) => ({ id: document.position, document, position: document.position, was: null }));
  const next = documents.at(-1)?.position ?? '';
  await views.commit({ projection: name, generation, expect: null, next, writes, parked: [] });
  await views.promote(name, generation);
  return new AuditEvents(views);
}

/** Every page of a filter, and the same as an export reads it. */
async function readAll(
  events: AuditEvents,
  filter: AuditFilter,
): Promise<{ paged: string[]; exported: string[] }> {
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await events.page({ reader: READER, filter }, { limit: 7, cursor });
    paged.push(...page.items.map(({ position }) => position));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const exported: string[] = [];
  for await (const page of events.all({ reader: READER, filter }))
    exported.push(...page.map(({ position }) => position));
  return { paged, exported };
}

describe('events of staff, newest first within a filter', () => {
  let folder: string;
  let servers: FakeServerViews;
  const opened: ViewStore[] = [];
  const stores: Record<string, () => Promise<ViewStore>> = {
    embedded: () => Promise.resolve(openEmbeddedViewStore(join(folder, 'views.db'))),
    'MongoDB (fake server)': () => servers.open(),
    'in memory': () => Promise.resolve(openInMemoryViewStore(new InMemoryViews())),
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flip-audit-'));
    servers = await FakeServerViews.start();
  });
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await servers.endCase();
    await servers.server.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(Object.keys(stores))('are in the same order on %s', async (name) => {
    const store = await (stores[name]?.() ?? Promise.reject(new Error(name)));
    opened.push(store);
    const events = await fill(store);
    for (const filter of FILTERS) {
      const wanted = documents.filter((one) => isWanted(one, READER, filter)).map(({ position }) => position);
      expect(wanted.length).toBeGreaterThan(0);
      expect({ filter, ...(await readAll(events, filter)) }).toEqual({
        filter,
        paged: wanted.toReversed(),
        exported: wanted,
      });
    }
  });
});
