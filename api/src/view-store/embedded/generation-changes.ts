import type { SqliteConnection } from '../../config/sqlite.js';
import { DROPPED_PREFIX, tableName, type GenerationCatalogue } from './generation-catalogue.js';
import { GenerationTable } from './generation-table.js';
import { checkName, indexesText, isEnough } from '../view-declaration.js';
import type { ViewDeclaration } from '../view-store.port.js';

/** Steps of one transaction. They read the catalogue as it was before it: nobody else writes meanwhile. */
export class GenerationChanges {
  constructor(
    private readonly connection: SqliteConnection,
    private readonly catalogue: GenerationCatalogue,
  ) {}

  /** Begins a new generation when a version was raised or its indexes changed. */
  async declare(declaration: ViewDeclaration): Promise<void> {
    const { name } = declaration;
    checkName(name);
    const { live, building } = this.catalogue.generations(name);
    for (const left of this.catalogue.left(name)) await this.retire(name, left);
    const newest = this.catalogue.generation(name, building ?? live ?? 0);
    if (newest && isEnough(newest, declaration)) return;
    await this.begin(declaration);
    if (building !== null) await this.retire(name, building);
  }

  /** Begins the next generation; from now on it is the one building. */
  async begin({ name, version, indexes }: ViewDeclaration): Promise<number> {
    const generation = this.catalogue.last(name) + 1;
    await this.connection.run(
      'INSERT INTO generations (projection, generation, version, indexes) VALUES (?, ?, ?, ?)',
      [name, generation, version, indexesText(indexes)],
    );
    await this.connection.run(
      `INSERT INTO projections (name, building, last) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET building = excluded.building, last = excluded.last`,
      [name, generation, generation],
    );
    await this.connection.exec(new GenerationTable(tableName(name, generation), indexes).definition);
    return generation;
  }

  async promote(projection: string, generation: number): Promise<void> {
    const { live, building } = this.catalogue.generations(projection);
    if (generation === live) return;
    if (generation !== building)
      throw new Error(`generation ${generation} of ${projection} is not being built`);
    await this.connection.run('UPDATE projections SET live = ?, building = NULL WHERE name = ?', [
      generation,
      projection,
    ]);
  }

  async drop(projection: string, generation: number): Promise<void> {
    const { live, building } = this.catalogue.generations(projection);
    if (generation === live || generation === building) {
      throw new Error(`generation ${generation} of ${projection} is in use`);
    }
    if (this.catalogue.generation(projection, generation)) await this.retire(projection, generation);
  }

  /** Hides the generation from readers; its rows are removed later. */
  private async retire(projection: string, generation: number): Promise<void> {
    const key = [projection, generation];
    await this.connection.run('DELETE FROM generations WHERE projection = ? AND generation = ?', key);
    await this.connection.run('DELETE FROM parked WHERE projection = ? AND generation = ?', key);
    const table = tableName(projection, generation);
    await this.connection.exec(`ALTER TABLE "${table}" RENAME TO "${DROPPED_PREFIX}${table}"`);
  }
}
