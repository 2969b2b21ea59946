import { Injectable } from '@nestjs/common';
import { type OwnData, type OwnDataOf, type OwnDataSource, ownTable } from '../../event-sourcing/own-data.js';
import { GetPreferences } from './get-preferences.query.js';

/** The saved preferences, or the defaults. */
@Injectable()
export class OwnPreferences implements OwnDataSource {
  constructor(private readonly getPreferences: GetPreferences) {}

  ownData({ uid }: OwnDataOf): Promise<OwnData> {
    const read = async () => [await this.getPreferences.execute(uid)];
    return Promise.resolve({ tables: [ownTable('preferences', read)] });
  }
}
