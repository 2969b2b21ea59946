import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { ProviderSettings } from '../../../config/runtime.js';
import { MailReaders } from './mail-readers.js';
import { Outbox } from './outbox.js';
import type { RequestedLeadMail } from './rule-mail.saga.js';

export class MailLeads extends Command<void> {
  constructor(readonly mail: RequestedLeadMail) {
    super();
  }
}

/** Adds one mail per lead to the outbox; a repeat changes nothing. @throws StoreUnavailable while leads cannot be read */
@CommandHandler(MailLeads)
export class MailLeadsHandler implements ICommandHandler<MailLeads> {
  constructor(
    private readonly outbox: Outbox,
    private readonly providers: ProviderSettings,
    private readonly readers: MailReaders,
  ) {}

  async execute({ mail: { kind, cause, position, rule } }: MailLeads): Promise<void> {
    if (this.providers.smtpUrl === null) return;
    for (const uid of await this.readers.leadsAt(position))
      await this.outbox.addAbout({ rule }, uuidV5(uid, cause), { kind, to: { uid } });
  }
}
