import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { caseIn } from '../../kernel/access-reasons.js';
import { fullNameOf } from '../../kernel/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { ERASED } from '../../kernel/masks.js';
import type { Revealed, RevealField, RevealRequest } from '../../kernel/reveal.js';
import { accountsProjection } from '../accounts/accounts.projection.js';
import { transactionsProjection } from '../transfers/transactions.projection.js';
import { AccessLog } from './access-log.js';
import { subjectOf } from './log-access.command.js';

/** One field, with whom it is about. */
interface Found {
  readonly uid: string;
  readonly transferId: string | null;
  readonly value: string;
}

export class RevealOneField extends Command<Revealed> {
  constructor(
    readonly staffUid: string,
    readonly wanted: Required<RevealRequest>,
  ) {
    super();
  }
}

/**
 * Reveals one field of a sender or a transfer; the access is recorded first, and nothing is returned when that fails.
 * @throws not_found, also for the reader's own, an empty or erased field, and a case about somebody else
 */
@CommandHandler(RevealOneField)
export class RevealOneFieldHandler implements ICommandHandler<RevealOneField> {
  constructor(
    private readonly views: ViewStore,
    private readonly access: AccessLog,
    private readonly runner: CommandRunner,
  ) {}

  async execute({ staffUid, wanted }: RevealOneField): Promise<Revealed> {
    const { subject, field, reason } = wanted;
    const found = await this.find(subject, field);
    if (!found || found.uid === staffUid || found.value === '' || found.value === ERASED)
      throw new DomainError('not_found');
    const { uid, transferId, value } = found;
    const caseId = caseIn(reason);
    if (caseId !== null && (await subjectOf(caseId, this.runner)) !== uid) throw new DomainError('not_found');
    await this.access.record(staffUid, { uid, transferId, field, reason });
    return { value };
  }

  private find(subject: string, field: RevealField): Promise<Found | null> {
    if (field === 'name' || field === 'email') return this.ofSender(subject, field);
    return this.ofTransfer(subject, field);
  }

  private async ofSender(uid: string, field: 'name' | 'email'): Promise<Found | null> {
    const account = await this.views.get(accountsProjection, uid);
    if (!account) return null;
    return { uid, transferId: null, value: field === 'name' ? fullNameOf(account) : account.email };
  }

  private async ofTransfer(id: string, field: 'recipient' | 'handle' | 'note'): Promise<Found | null> {
    const transfer = await this.views.get(transactionsProjection, id);
    return transfer && { uid: transfer.uid, transferId: id, value: transfer[field] ?? '' };
  }
}
