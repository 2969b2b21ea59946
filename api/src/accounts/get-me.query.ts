import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ViewStore } from '../view-store/view-store.port.js';
import type { Me } from '../kernel/accounts.js';
import { DomainError } from '../kernel/domain-error.js';
import type { UserPrefs } from '../kernel/preferences.js';
import { badgeOf, type KycRequest } from '../kernel/verification.js';
import type { Account } from './account.decider.js';
import type { AccountDocument } from './accounts.projection.js';

/** The views that GET /me reads. */
export const ME_VIEWS = ['accounts', 'user_prefs', 'kyc_requests'] as const;

/** The signed-in user, for the screens. */
export class GetMe extends Query<Me> {
  constructor(
    readonly uid: string,
    /** The account, when the caller has a more recent one than the view may have. */
    readonly known?: Account,
  ) {
    super();
  }
}

@QueryHandler(GetMe)
export class GetMeHandler implements IQueryHandler<GetMe> {
  constructor(private readonly views: ViewStore) {}

  async execute({ uid, known }: GetMe): Promise<Me> {
    const [account, prefs, requests] = await Promise.all([
      known ?? this.account(uid),
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

  private async account(uid: string): Promise<Omit<Account, 'credentialId' | 'suspended'>> {
    const account = await this.views.get<AccountDocument>('accounts', uid);
    if (!account) throw new DomainError('unauthenticated');
    return account;
  }
}
