import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { ProviderSettings } from '../../../config/runtime.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { documentsOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { accountsProjection } from '../account/accounts.projection.js';
import { Outbox } from './outbox.js';
import type { RequestedLeadMail } from './rule-mail.saga.js';

/** Longest wait for the view of accounts; after that the event is delivered again. */
const WAIT_MS = 5_000;

export class MailLeads extends Command<void> {
  constructor(readonly mail: RequestedLeadMail) {
    super();
  }
}

/** Adds one mail per lead to the outbox; a repeat changes nothing. @throws StoreUnavailable while the view is behind the event */
@CommandHandler(MailLeads)
export class MailLeadsHandler implements ICommandHandler<MailLeads> {
  constructor(
    private readonly outbox: Outbox,
    private readonly providers: ProviderSettings,
    private readonly views: ViewStore,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  async execute({ mail: { kind, cause, position, rule } }: MailLeads): Promise<void> {
    if (this.providers.smtpUrl === null) return;
    if (!(await this.subscriptions.caughtUp(accountsProjection, position, WAIT_MS)))
      throw new StoreUnavailable('The mail to leads waits for the view of accounts');
    const staff = { by: 'byStaff', where: { isStaff: true } };
    for (const { uid, roles } of await documentsOf(this.views, accountsProjection, staff))
      if (roles.includes('lead'))
        await this.outbox.addAbout({ rule }, uuidV5(uid, cause), { kind, to: { uid } });
  }
}
