import { Injectable } from '@nestjs/common';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { ERASED } from '../../../kernel/text/erased.js';
import type { RevealField } from '../../../kernel/staff/reveal.js';
import { Withheld } from '../../access/access-log.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { transactionsProjection } from '../../transfers/history/transactions.projection.js';

/** One field, with whom it is about. */
interface PersonalField {
  readonly uid: string;
  /** Null for a field of the sender. */
  readonly transferId: string | null;
  readonly value: string;
}

/** @throws not_found, also for the reader's own, and for an empty or erased field */
@Injectable()
export class GetField {
  constructor(private readonly views: ViewStore) {}

  /** @param subject the id of a sender or of a transfer */
  async execute(
    reader: string,
    subject: string,
    field: RevealField,
  ): Promise<Omit<PersonalField, 'value'> & { readonly value: Withheld<string> }> {
    const found =
      field === 'name' || field === 'email'
        ? await this.ofSender(subject, field)
        : await this.ofTransfer(subject, field);
    if (!found || found.uid === reader || found.value === '' || found.value === ERASED)
      throw new DomainError('not_found');
    return { ...found, value: new Withheld(found.value) };
  }

  private async ofSender(uid: string, field: 'name' | 'email'): Promise<PersonalField | null> {
    const account = await this.views.get(accountsProjection, uid);
    if (!account) return null;
    return { uid, transferId: null, value: field === 'name' ? fullNameOf(account) : account.email };
  }

  private async ofTransfer(
    transferId: string,
    field: 'recipient' | 'handle' | 'note',
  ): Promise<PersonalField | null> {
    const transfer = await this.views.get(transactionsProjection, transferId);
    return transfer && { uid: transfer.uid, transferId, value: transfer[field] ?? '' };
  }
}
