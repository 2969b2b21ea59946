import { Injectable } from '@nestjs/common';
import { type OwnData, type OwnDataOf, type OwnDataSource, ownTable } from '../../event-sourcing/own-data.js';
import { GetVerification } from './get-verification.query.js';

/** The identity checks of a sender with their results. */
@Injectable()
export class OwnVerification implements OwnDataSource {
  constructor(private readonly getVerification: GetVerification) {}

  ownData({ uid }: OwnDataOf): Promise<OwnData> {
    const read = async () => (await this.getVerification.execute(uid)).items;
    return Promise.resolve({ tables: [ownTable('identity-checks', read)] });
  }
}
