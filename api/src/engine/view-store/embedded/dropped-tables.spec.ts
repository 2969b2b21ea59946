import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDatabase, SqliteWriter } from '../../storage/sqlite.js';
import { emptyDroppedTables } from './dropped-tables.js';
import { CATALOGUE_SCHEMA, DROPPED_PREFIX, GenerationCatalogue } from './generation-catalogue.js';

const NAME = `${DROPPED_PREFIX}view_notes_1`;

describe('tables of dropped generations', () => {
  let folder: string;
  let reads: SqliteDatabase;
  let writes: SqliteWriter;
  let catalogue: GenerationCatalogue;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-dropped-'));
    const file = join(folder, 'views.db');
    const made = new SqliteDatabase(file, ['journal_mode = WAL']);
    made.exec(CATALOGUE_SCHEMA);
    made.exec(`CREATE TABLE "${NAME}" (id TEXT); INSERT INTO "${NAME}" VALUES ('a')`);
    made.close();
    reads = new SqliteDatabase(file, [], true);
    writes = new SqliteWriter(file, []);
    catalogue = new GenerationCatalogue(reads);
  });
  afterEach(async () => {
    await writes.close();
    reads.close();
    await rm(folder, { recursive: true });
  });

  it('are removed with their rows', async () => {
    await emptyDroppedTables(catalogue, reads, writes);
    expect(catalogue.droppedTables()).toEqual([]);
  });

  it('may be removed concurrently by another process', async () => {
    const seen = jest.spyOn(catalogue, 'droppedTables').mockReturnValueOnce([NAME]);
    await writes.transaction(({ exec }) => exec(`DROP TABLE "${NAME}"`));
    await expect(emptyDroppedTables(catalogue, reads, writes)).resolves.toBeUndefined();
    expect(seen).toHaveBeenCalledTimes(2);
  });
});
