import { Injectable } from '@nestjs/common';
import { type OwnData, type OwnDataOf, type OwnDataSource, ownTable } from '../../event-sourcing/own-data.js';
import { ChargedTransfers } from './charged-transfers.js';
import { Receipts } from './receipts.js';
import { ShareLinks } from './share-links.js';
import { STATEMENT_LIMIT, Statements } from './statements.js';

const DAY_LENGTH = '2026-11-24'.length;

/** The figures of the statements, the links that work, without their tokens, and the newest receipts as PDF files. */
@Injectable()
export class OwnReceipts implements OwnDataSource {
  constructor(
    private readonly charged: ChargedTransfers,
    private readonly receipts: Receipts,
    private readonly statements: Statements,
    private readonly links: ShareLinks,
  ) {}

  async ownData({ uid, language }: OwnDataOf): Promise<OwnData> {
    const { transfers } = await this.charged.within(uid, {}, STATEMENT_LIMIT);
    return {
      tables: [
        ownTable('statements', async () => (await this.statements.list(uid)).items),
        ownTable('share-links', async () => {
          const { items } = await this.links.list(uid);
          return items.map(({ url: _, ...link }) => link);
        }),
      ],
      documents: transfers.map(({ id, createdAt }) => ({
        name: `receipts/${createdAt.slice(0, DAY_LENGTH)}-${id}.pdf`,
        write: () => this.receipts.pdf(uid, id, language),
      })),
    };
  }
}
