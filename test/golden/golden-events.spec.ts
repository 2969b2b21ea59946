import { AppModule } from '../../api/src/app.module.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { AnyEventDeclaration } from '../../api/src/event-sourcing/event.js';
import type { JsonObject } from '../../api/src/event-store/event-store.port.js';
import { fieldsAt } from '../../api/src/event-store/json.js';
import { goldenCodec, goldenFiles, goldenName, UPDATING, writeGoldenFile } from './golden-events.js';

const { events: eventDeclarations, projections } = featuresOf(AppModule);

if (UPDATING) {
  beforeAll(async () => {
    for (const declaration of eventDeclarations) await writeGoldenFile(declaration);
  });
}

describe('events of every version stay readable', () => {
  const codec = goldenCodec(eventDeclarations);

  it.each(eventDeclarations.map((declaration) => [goldenName(declaration), declaration.type]))(
    'there is a golden file %s (npm run golden writes it)',
    (name) => {
      expect(goldenFiles().map((file) => file.name)).toContain(name);
    },
  );

  it('keeps a golden file of every version before the present one', () => {
    const names = goldenFiles().map((file) => file.name);
    for (const declaration of eventDeclarations) {
      for (let schemaVersion = 1; schemaVersion <= declaration.schemaVersion; schemaVersion++) {
        expect(names).toContain(goldenName({ ...declaration, schemaVersion }));
      }
    }
  });

  it('needs a new version, with an upcast, for data of another shape', () => {
    for (const { name, data } of goldenFiles()) {
      const declaration = eventDeclarations.find((candidate) => goldenName(candidate) === name);
      if (declaration)
        expect({ name, shape: shapeOf(data) }).toEqual({ name, shape: shapeOf(declaration.example) });
    }
  });

  it('reads every golden file as it was recorded', async () => {
    const files = goldenFiles();
    expect(files.length).toBeGreaterThanOrEqual(eventDeclarations.length);
    for (const { name, stored, data } of files) {
      const [entry] = await codec.decode([stored]);
      const read = entry && 'event' in entry ? entry.event : entry;
      expect({ name, read }).toMatchObject({ name, read: { type: stored.type } });
      expect({ name, data: read && 'data' in read ? read.data : null }).toEqual({ name, data });
    }
  });

  it('shows no personal field of any golden file in what the store keeps', () => {
    for (const { stored, data } of goldenFiles()) {
      const declaration = declarationOf(stored.type);
      const kept = JSON.stringify(stored.data);
      for (const value of fieldsAt(data as JsonObject, declaration.personal ?? []).values()) {
        expect(kept).not.toContain(JSON.stringify(value));
      }
    }
  });

  it('lets every projection say which document a golden event concerns', async () => {
    const entries = await codec.decode(goldenFiles().map((file) => file.stored));
    for (const projection of projections) {
      for (const entry of entries) {
        if (!('event' in entry)) throw new Error(entry.undecodable);
        const { event } = entry;
        expect(() => projection.key(event)).not.toThrow();
      }
    }
  });
});

function declarationOf(type: string): AnyEventDeclaration {
  const declaration = eventDeclarations.find((candidate) => candidate.type === type);
  if (!declaration) throw new Error(`${type} has a golden file but is not declared any more`);
  return declaration;
}

/** Every path to a value with its type; a list has the shape of its first item. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return shapeOf(value[0], `${path}[]`);
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value)
    .flatMap(([name, field]) => shapeOf(field, `${path}.${name}`))
    .sort();
}
