import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type ViewQuery, ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { FindBy, FindResult } from '../../../kernel/staff/find.js';
import { normalizeHandle } from '../../../kernel/text/handles.js';
import { pastedText } from '../../../kernel/text/pasted-text.js';
import { PLATFORMS } from '../../../kernel/money/platforms.js';
import { quotedIn } from '../../../kernel/text/problem-numbers.js';
import type { Transaction } from '../../../kernel/money/transfers.js';
import { UUID_PATTERN } from '../../../kernel/uuid.js';
import { Withheld } from '../../access/access-log.js';
import { HoldersOfEmail } from '../../access/holders-of-email.js';
import { ReceiptCodes } from '../../lifecycle/payment/receipt-codes.js';
import { transactionsProjection } from '../../transfers/history/transactions.projection.js';
import { SubjectSummaries } from './subject-summaries.js';

/** Most transfers of a result, newest first. */
const TRANSFERS_LIMIT = 50;

/** The senders that matched, and the transfers that did. */
interface Matches {
  readonly uids: readonly string[];
  readonly transfers: readonly Transaction[];
  /** Those of the senders who have another address now than the one that was looked for. */
  readonly formerly?: readonly string[];
}

/** A result, and the senders in it, whom the record of the search names. */
interface FoundSubjects {
  readonly uids: readonly string[];
  readonly found: Withheld<FindResult>;
}

/** Senders and transfers with exactly one value, masked. */
@Injectable()
export class FindSubjects {
  private readonly ways: Readonly<Record<FindBy, (value: string) => Promise<Matches>>> = {
    email: async (value) => {
      const holders = await this.commands.execute(new HoldersOfEmail(pastedText(value)));
      const formerly = holders.filter(({ isFormer }) => isFormer).map(({ uid }) => uid);
      return { ...(await this.ofSenders(holders.map(({ uid }) => uid))), formerly };
    },
    uid: (value) => this.ofSenders(UUID_PATTERN.test(value.toLowerCase()) ? [value.toLowerCase()] : []),
    handle: async (value) => ofTransfers(await this.toHandle(value)),
    transfer: async (value) => ofTransfers(await this.quoted(value, 'transfer')),
    problem: async (value) => ofTransfers(await this.quoted(value, 'problem')),
    receipt: async (value) => {
      const transfer = await this.receiptCodes.find(value);
      return ofTransfers(transfer ? [transfer] : []);
    },
  };

  constructor(
    private readonly views: ViewStore,
    private readonly commands: CommandBus,
    private readonly receiptCodes: ReceiptCodes,
    private readonly summaries: SubjectSummaries,
  ) {}

  /** @param reader never finds their own account */
  async execute(reader: string, by: FindBy, value: string): Promise<FoundSubjects> {
    const matches = await this.ways[by](value);
    const transfers = matches.transfers.filter(({ uid }) => uid !== reader);
    const uids = matches.uids.filter((uid) => uid !== reader);
    const shown = transfers.slice(0, TRANSFERS_LIMIT);
    const senders = await this.summaries.ofSenders(uids);
    return {
      uids: senders.map(({ uid }) => uid),
      found: new Withheld({
        by,
        senders,
        hadEmail: uids.filter((uid) => matches.formerly?.includes(uid)),
        transfers: this.summaries.ofTransfers(shown, senders),
        cut: transfers.length > shown.length,
      }),
    };
  }

  private async ofSenders(uids: readonly string[]): Promise<Matches> {
    const transfers = await this.newest(uids.map((uid) => ({ by: 'bySender', where: { uid } })));
    return { uids, transfers };
  }

  /** In every form that the platforms give it. */
  private async toHandle(value: string): Promise<readonly Transaction[]> {
    const forms = PLATFORMS.map((platform) => normalizeHandle(platform, value));
    const handles = new Set(forms.flatMap((form) => (form.ok ? [form.value] : [])));
    return this.newest([...handles].map((handle) => ({ by: 'byHandle', where: { handle } })));
  }

  private async newest(queries: readonly Pick<ViewQuery, 'by' | 'where'>[]): Promise<readonly Transaction[]> {
    const newest = { desc: true, limit: TRANSFERS_LIMIT + 1 };
    const pages = await Promise.all(
      queries.map((query) => this.views.find(transactionsProjection, { ...query, ...newest })),
    );
    return pages
      .flatMap(({ items }) => items)
      .sort((one, other) => (one.createdAt > other.createdAt ? -1 : 1));
  }

  private async quoted(value: string, kind: 'transfer' | 'problem'): Promise<readonly Transaction[]> {
    const quoted = quotedIn(value);
    if (!quoted) return [];
    const { ids, namesTransfer, namesProblem } = quoted;
    const { items } = await this.views.find(transactionsProjection, { by: 'byId', where: {}, ...ids });
    return items.filter(({ id, steps }) =>
      kind === 'transfer' ? namesTransfer(id) : namesProblem(problemsIn(steps)),
    );
  }
}

function ofTransfers(transfers: readonly Transaction[]): Matches {
  return { uids: [...new Set(transfers.slice(0, TRANSFERS_LIMIT).map(({ uid }) => uid))], transfers };
}

function problemsIn(steps: Transaction['steps']): readonly string[] {
  return steps.flatMap(({ step, reference }) =>
    step === 'problem_reported' && reference !== undefined ? [reference] : [],
  );
}
