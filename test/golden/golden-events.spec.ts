import { AppModule } from '../../api/src/app.module.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { AnyEventDeclaration } from '../../api/src/event-sourcing/event.js';
import type { JsonObject } from '../../api/src/engine/event-store/event-store.port.js';
import { fieldsAt } from '../../api/src/engine/event-store/json.js';
import {
  goldenCodec,
  goldenFiles,
  goldenName,
  shapeDifferences,
  UPDATING,
  writeGoldenFiles,
} from './golden-events.js';

const { events: eventDeclarations, projections } = featuresOf(AppModule);

if (UPDATING) beforeAll(() => writeGoldenFiles(eventDeclarations));

describe('events of every version stay readable', () => {
  const codec = goldenCodec(eventDeclarations);

  it.each(eventDeclarations.map((declaration) => [goldenName(declaration), declaration.type]))(
    'the golden file %s exists (npm run golden writes it)',
    (name) => {
      expect(goldenFiles().map((file) => file.name)).toContain(name);
    },
  );

  it('keeps the golden file of every earlier version', () => {
    const names = goldenFiles().map((file) => file.name);
    for (const declaration of eventDeclarations) {
      for (let schemaVersion = 1; schemaVersion <= declaration.schemaVersion; schemaVersion++) {
        expect(names).toContain(goldenName({ ...declaration, schemaVersion }));
      }
    }
  });

  it('requires a new version, with an upcast, for data of another shape', () => {
    for (const { name, stored, data } of goldenFiles()) {
      const { example } = declarationOf(stored.type);
      expect({ name, differences: shapeDifferences(data, example) }).toEqual({ name, differences: [] });
    }
  });

  it('takes a field that an upcast leaves empty for one of any type, and no other', () => {
    expect(shapeDifferences({ note: null }, { note: { text: 'a' } })).toEqual([]);
    expect(shapeDifferences([{ cents: 1 }], [{ cents: null }])).toEqual([]);
    expect(shapeDifferences({ cents: 1 }, { cents: '1' })).toEqual(['.cents: number, string']);
    expect(shapeDifferences({ cents: 1 }, { cents: 1, note: null })).toEqual(['.note: undefined, null']);
    expect(shapeDifferences({ cents: 1 }, { cents: 1, note: 'a' })).toEqual(['.note: undefined, string']);
  });

  it('reads every golden file as data of the current version', async () => {
    const files = goldenFiles();
    expect(files.length).toBeGreaterThanOrEqual(eventDeclarations.length);
    for (const { name, stored, data } of files) {
      const [entry] = await codec.decode([stored]);
      const read = entry && 'event' in entry ? entry.event : entry;
      expect({ name, read }).toMatchObject({ name, read: { type: stored.type } });
      expect({ name, data: read && 'data' in read ? read.data : null }).toEqual({ name, data });
    }
  });

  it('stores every personal field of the golden files encrypted', () => {
    for (const { stored, data } of goldenFiles()) {
      const declaration = declarationOf(stored.type);
      const kept = JSON.stringify(stored.data);
      for (const value of fieldsAt(data as JsonObject, declaration.personal ?? []).values()) {
        expect(kept).not.toContain(JSON.stringify(value));
      }
    }
  });

  it('contains an event for every document of every projection', async () => {
    const entries = await codec.decode(goldenFiles().map((file) => file.stored));
    for (const projection of projections) {
      for (const entry of entries) {
        if (!('event' in entry)) throw new Error(entry.undecodable);
        const { event } = entry;
        expect(() => projection.keys(event)).not.toThrow();
      }
    }
  });
});

function declarationOf(type: string): AnyEventDeclaration {
  const declaration = eventDeclarations.find((candidate) => candidate.type === type);
  if (!declaration) throw new Error(`${type} has a golden file but is not declared`);
  return declaration;
}
