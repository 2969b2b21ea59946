import { Injectable } from '@nestjs/common';
import {
  type OwnData,
  type OwnDataOf,
  type OwnDataSource,
  ownTable,
} from '../../../event-sourcing/own-data.js';
import { GetCards } from './get-cards.query.js';

/** The saved cards of a sender, without the processor's references. */
@Injectable()
export class OwnCards implements OwnDataSource {
  constructor(private readonly getCards: GetCards) {}

  ownData({ uid }: OwnDataOf): Promise<OwnData> {
    const read = async () => (await this.getCards.execute(uid)).items;
    return Promise.resolve({ tables: [ownTable('saved-cards', read)] });
  }
}
