import { Injectable } from '@nestjs/common';
import { type OwnData, type OwnDataOf, type OwnDataSource, ownTable } from '../../event-sourcing/own-data.js';
import { GetRecipients } from './get-recipients.query.js';

/** The saved recipients of a sender. */
@Injectable()
export class OwnRecipients implements OwnDataSource {
  constructor(private readonly getRecipients: GetRecipients) {}

  ownData({ uid }: OwnDataOf): Promise<OwnData> {
    const read = async () => (await this.getRecipients.execute(uid)).items;
    return Promise.resolve({ tables: [ownTable('recipients', read)] });
  }
}
