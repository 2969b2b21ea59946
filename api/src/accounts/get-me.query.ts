import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { VIEW_STORE } from '../infrastructure/tokens.js';
import type { ViewStore } from '../infrastructure/view-store/view-store.port.js';
import type { Me } from '../kernel/accounts.js';
import { DomainError } from '../kernel/domain-error.js';
import type { UserPrefs } from '../kernel/preferences.js';
import { badgeOf, type KycRequest } from '../kernel/verification.js';
import { AccountDirectory } from './account-directory.js';
import type { AccountDocument } from './accounts.projection.js';

/** The views that GET /me answers from. */
export const ME_VIEWS = ['accounts', 'user_prefs', 'kyc_requests'] as const;

/** A person as the screens greet them. */
export class GetMe extends Query<Me> {
  constructor(readonly uid: string) {
    super();
  }
}

@QueryHandler(GetMe)
export class GetMeHandler implements IQueryHandler<GetMe> {
  constructor(
    @Inject(VIEW_STORE) private readonly views: ViewStore,
    private readonly directory: AccountDirectory,
  ) {}

  async execute({ uid }: GetMe): Promise<Me> {
    const [account, prefs, requests] = await Promise.all([
      this.account(uid),
      this.views.get<UserPrefs>('user_prefs', uid),
      this.views.find<KycRequest>('kyc_requests', { by: 'bySender', where: { uid }, desc: true, limit: 1 }),
    ]);
    const { email, firstName, lastName, emailConfirmed, roles } = account;
    const fullName = `${firstName} ${lastName}`;
    return {
      ...{ uid, email, emailConfirmed, firstName, fullName, roles },
      displayName: prefs?.displayName ?? fullName,
      verification: badgeOf(requests.items[0]?.status),
      locale: prefs?.locale ?? account.locale,
    };
  }

  /** Whoever signs in right after signing up is ahead of the view. */
  private async account(uid: string): Promise<Omit<AccountDocument, 'uid' | 'createdAt' | 'updatedAt'>> {
    const account =
      (await this.views.get<AccountDocument>('accounts', uid)) ?? (await this.directory.byUid(uid));
    if (!account) throw new DomainError('unauthenticated');
    return account;
  }
}
