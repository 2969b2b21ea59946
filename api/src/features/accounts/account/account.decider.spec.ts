import { specificationOf } from '../../../../../test/support/given-when-then.js';
import type { AccountCommand, RegisterAccount } from './account-commands.rules.js';
import type {
  AccountEvent,
  AccountRegistered,
  AccountSafety,
  PasswordChanged,
} from './account-events.rules.js';
import { accountDecider } from './account.decider.js';

const at = '2026-11-01T12:00:00.000Z';
const person = { email: 'ana@people.example', firstName: 'Ana', lastName: 'Torres', locale: 'en' } as const;
const register = (credentialId: string): RegisterAccount => ({
  type: 'RegisterAccount',
  at,
  ...person,
  credentialId,
  termsVersion: '2025-09-01',
});
const registered = (credentialId = 'first'): AccountRegistered => ({
  type: 'AccountRegistered',
  data: { ...person, credentialId },
});
const terms: AccountEvent = {
  type: 'TermsAccepted',
  data: { termsVersion: '2025-09-01', minimumAge: 18 },
};
const changed = (
  credentialId: string,
  replacedCredentialId: string,
  cause: 'change' | 'reset',
): PasswordChanged => ({
  type: 'PasswordChanged',
  data: { credentialId, replacedCredentialId, cause },
});
const confirmed: AccountEvent = { type: 'EmailConfirmed', data: {} };
const operations = { cause: 'operations', reason: '', by: null } as const;
const suspended: AccountEvent = { type: 'AccountSuspended', data: operations };
const granted = (role: 'analyst' | 'lead'): AccountEvent => ({ type: 'RoleGranted', data: { role } });

const closed: AccountEvent = { type: 'AccountClosed', data: {} };

const given = specificationOf(accountDecider);

describe('a closed account', () => {
  const google = { provider: 'google', subjectIndex: 'g1' } as const;
  const linked: AccountEvent = {
    type: 'ExternalIdentityLinked',
    data: { ...google, cause: 'password', ownAddress: true },
  };

  it('is closed once, and gives up every account at a provider', () => {
    given(registered(), linked)
      .when({ type: 'CloseAccount', at })
      .then(closed, { type: 'ExternalIdentityUnlinked', data: google });
    given(registered(), closed).when({ type: 'CloseAccount', at }).then();
  });

  it('keeps no role that it was granted while it was being closed', () =>
    given(registered(), granted('analyst'), linked, granted('lead'))
      .when({ type: 'CloseAccount', at })
      .then(
        closed,
        { type: 'ExternalIdentityUnlinked', data: google },
        ...(['analyst', 'lead'] as const).map((role): AccountEvent => ({
          type: 'RoleRevoked',
          data: { role },
        })),
      ));

  it.each<AccountCommand>([
    { type: 'ConfirmEmail', at },
    { type: 'ChangePassword', at, credentialId: 'second', replaces: null },
    { type: 'LinkIdentity', at, ...google, vouchedFor: null, credentialId: 'first' },
    { type: 'ReclaimWithIdentity', at, ...google, credentialId: 'none' },
    { type: 'UnlinkProvider', at, provider: 'google' },
    { type: 'EnrolSecondFactor', at, factorId: 'f1', replaces: null },
    { type: 'ReplaceRecoveryCodes', at, factorId: 'f1' },
    { type: 'UseRecoveryCode', at, factorId: 'f1', left: 9 },
    { type: 'GrantRole', at, role: 'lead' },
  ])('accepts no $type from a request of before', (command) =>
    given(registered(), closed).when(command).thenRefused('unauthenticated'),
  );

  it('is cleared once of what its owner had saved', () => {
    given(registered(), closed).when({ type: 'ClearAccount', at }).then({ type: 'AccountCleared', data: {} });
    given(registered(), closed, { type: 'AccountCleared', data: {} })
      .when({ type: 'ClearAccount', at })
      .then();
  });
});

describe('an account', () => {
  it('is registered together with the accepted terms and their minimum age', () =>
    given().when(register('first')).then(registered(), terms));

  it('is registered once: a second attempt is refused', () =>
    given(registered(), terms).when(register('second')).thenRefused('email_taken'));

  it('is not registered again when the successful attempt is repeated', () =>
    given(registered(), terms).when(register('first')).then());

  it('is confirmed once', () => {
    given(registered()).when({ type: 'ConfirmEmail', at }).then(confirmed);
    given(registered(), confirmed).when({ type: 'ConfirmEmail', at }).then();
  });

  it('changes its password for a caller who proved knowledge of the current one', () =>
    given(registered('first'))
      .when({ type: 'ChangePassword', at, credentialId: 'second', replaces: 'first' })
      .then(changed('second', 'first', 'change')));

  it('refuses a change with an older password', () =>
    given(registered('first'), changed('second', 'first', 'change'))
      .when({ type: 'ChangePassword', at, credentialId: 'third', replaces: 'first' })
      .thenRefused('invalid_credentials'));

  it('is reset regardless of the current password', () =>
    given(registered('first'), confirmed, changed('second', 'first', 'change'))
      .when({ type: 'ChangePassword', at, credentialId: 'third', replaces: null })
      .then(changed('third', 'second', 'reset')));

  it('records a repeated change once', () =>
    given(registered('first'), changed('second', 'first', 'reset'))
      .when({ type: 'ChangePassword', at, credentialId: 'second', replaces: null })
      .then());

  it('is granted each role once', () => {
    given(registered()).when({ type: 'GrantRole', at, role: 'analyst' }).then(granted('analyst'));
    given(registered(), granted('analyst')).when({ type: 'GrantRole', at, role: 'analyst' }).then();
    given(registered(), granted('analyst'))
      .when({ type: 'GrantRole', at, role: 'lead' })
      .then(granted('lead'));
  });

  it('loses a role that it has', () => {
    const revoked: AccountEvent = { type: 'RoleRevoked', data: { role: 'analyst' } };
    const revoke = { type: 'RevokeRole', at, role: 'analyst' } as const;
    given(registered(), granted('analyst')).when(revoke).then(revoked);
    given(registered(), granted('lead')).when(revoke).then();
    given(registered(), granted('analyst'), revoked).when(revoke).then();
    given(registered(), granted('analyst'), revoked)
      .when({ type: 'GrantRole', at, role: 'analyst' })
      .then(granted('analyst'));
  });

  it('is suspended and reinstated, each once', () => {
    const reinstated: AccountEvent = { type: 'AccountReinstated', data: operations };
    const suspend = { type: 'SuspendAccount', at, ...operations } as const;
    const reinstate = { type: 'ReinstateAccount', at, ...operations } as const;
    given(registered()).when(suspend).then(suspended);
    given(registered(), suspended).when(suspend).then();
    given(registered(), suspended).when(reinstate).then(reinstated);
    given(registered()).when(reinstate).then();
    given(registered(), suspended, reinstated).when(suspend).then(suspended);
  });

  const byLead = (by: string) => ({ cause: 'lead', reason: 'Taken over.', by }) as const;
  const suspendedByLead: AccountEvent = { type: 'AccountSuspended', data: byLead('irene') };
  const reinstateAt = (by: string, when: string) =>
    ({ type: 'ReinstateAccount', at: when, ...byLead(by) }) as const;
  const asked: AccountEvent = {
    type: 'ReinstatementRequested',
    data: { reason: 'Taken over.', by: 'irene', requestedAt: at },
  };
  const opened: AccountEvent = { type: 'AccountReinstated', data: byLead('ivan') };
  const [withinTheDay, aDayLater] = ['2026-11-02T11:59:59.999Z', '2026-11-02T12:00:00.000Z'];

  it('that a lead suspended opens when a second lead agrees within a day', () => {
    const wait = given(registered(), suspendedByLead, asked);
    given(registered(), suspendedByLead).when(reinstateAt('irene', at)).then(asked);
    wait.when(reinstateAt('irene', withinTheDay)).then();
    wait.when(reinstateAt('ivan', withinTheDay)).then(opened);
    wait.when(reinstateAt('ivan', aDayLater)).then({
      type: 'ReinstatementRequested',
      data: { reason: 'Taken over.', by: 'ivan', requestedAt: aDayLater },
    });
    given(registered(), suspendedByLead, asked, opened).when(reinstateAt('irene', at)).then();
  });

  it('that the operations team suspended, or took over, is opened by no lead', () => {
    const suspend = { type: 'SuspendAccount', at, ...operations } as const;
    given(registered(), suspended).when(reinstateAt('irene', at)).thenRefused('suspended_by_operations');
    given(registered(), suspendedByLead, asked).when(suspend).then(suspended);
    given(registered(), suspendedByLead, asked, suspended)
      .when(reinstateAt('ivan', at))
      .thenRefused('suspended_by_operations');
    given(registered(), suspended)
      .when({ type: 'SuspendAccount', at, ...byLead('irene') })
      .then();
    given(registered(), suspendedByLead)
      .when({ type: 'ReinstateAccount', at, ...operations })
      .then({ type: 'AccountReinstated', data: operations });
  });

  const identity = { provider: 'google', subjectIndex: 'index-1' } as const;
  const linked = (
    cause: 'sign-up' | 'password',
    subjectIndex = 'index-1',
    ownAddress = true,
  ): AccountEvent => ({
    type: 'ExternalIdentityLinked',
    data: { provider: 'google', subjectIndex, cause, ownAddress },
  });
  const unlinked = (subjectIndex: string): AccountEvent => ({
    type: 'ExternalIdentityUnlinked',
    data: { provider: 'google', subjectIndex },
  });
  const reclaimed = (credentialId: string, by: 'reset' | 'provider'): AccountEvent => ({
    type: 'AccountReclaimed',
    data: { credentialId, replacedCredentialId: 'first', by },
  });
  const registerWith = (subjectIndex: string) =>
    ({
      ...register('none'),
      type: 'RegisterWithIdentity',
      provider: 'google',
      subjectIndex,
    }) as const;
  const vouchedFor = person.email;
  const link = { type: 'LinkIdentity', at, ...identity, vouchedFor, credentialId: 'first' } as const;

  it('is registered with an identity: confirmed and linked in one append', () => {
    const signedUp = [registered('none'), terms, confirmed, linked('sign-up')];
    given()
      .when(registerWith('index-1'))
      .then(...signedUp);
    given(...signedUp)
      .when({ ...registerWith('index-1'), credentialId: 'other' })
      .then();
    given(...signedUp)
      .when(registerWith('index-2'))
      .thenRefused('email_taken');
    given(registered(), terms).when(registerWith('index-1')).thenRefused('email_taken');
  });

  it('is linked to an identity once, only when its address is confirmed', () => {
    given(registered()).when(link).thenRefused('email_not_confirmed');
    given(registered(), confirmed).when(link).then(linked('password'));
    given(registered(), confirmed, linked('password')).when(link).then();
    for (const other of [null, 'ana@before.example'])
      given(registered(), confirmed)
        .when({ ...link, vouchedFor: other })
        .then(linked('password', 'index-1', false));
  });

  it('is not linked by what began before its password was replaced', () =>
    given(registered(), confirmed, changed('second', 'first', 'reset'))
      .when(link)
      .thenRefused('social_expired'));

  it('that is unconfirmed belongs to the person who resets its password: earlier ways to sign in end', () => {
    const reset = { type: 'ChangePassword', at, credentialId: 'second', replaces: null } as const;
    given(registered(), linked('password'), linked('password', 'index-2', false))
      .when(reset)
      .then(reclaimed('second', 'reset'), confirmed, unlinked('index-1'), unlinked('index-2'));
    given(registered(), reclaimed('second', 'reset'), confirmed).when(reset).then();
  });

  it('that is unconfirmed belongs to the person who signs in with a provider that vouches for the address', () => {
    const reclaim = { ...identity, type: 'ReclaimWithIdentity', at, credentialId: 'none' } as const;
    given(registered(), linked('password', 'index-2', false))
      .when(reclaim)
      .then(reclaimed('none', 'provider'), confirmed, unlinked('index-2'), linked('sign-up'));
    given(registered(), confirmed).when(reclaim).thenRefused('social_link_required');
    given(registered(), suspended).when(reclaim).thenRefused('account_suspended');
    given(registered(), granted('lead')).when(reclaim).thenRefused('social_staff');
    given(registered(), reclaimed('none', 'provider'), confirmed, linked('sign-up'))
      .when({ type: 'UnlinkProvider', at, provider: 'google' })
      .thenRefused('last_sign_in_method');
  });

  it('loses by a reset only the identities with another address', () =>
    given(registered(), confirmed, linked('password'), linked('password', 'index-2', false))
      .when({ type: 'ChangePassword', at, credentialId: 'second', replaces: null })
      .then(changed('second', 'first', 'reset'), unlinked('index-2')));

  it('is recorded as cleared once after it was reclaimed', () => {
    const clear = { type: 'ClearAccount', at } as const;
    const cleared: AccountEvent = { type: 'AccountCleared', data: {} };
    given(registered()).when(clear).then();
    given(registered(), reclaimed('second', 'reset'), confirmed).when(clear).then(cleared);
    given(registered(), reclaimed('second', 'reset'), confirmed, cleared).when(clear).then();
  });

  it('unlinks every identity at a provider, but never its only way to sign in', () => {
    const unlink = { type: 'UnlinkProvider', at, provider: 'google' } as const;
    const two = [registered(), confirmed, linked('password'), linked('password', 'index-2')];
    given(...two)
      .when(unlink)
      .then(unlinked('index-1'), unlinked('index-2'));
    given(...two)
      .when({ ...unlink, provider: 'apple' })
      .then();
    given(...two, unlinked('index-1'), unlinked('index-2'))
      .when(link)
      .then(linked('password'));
    const signedUp = [registered('none'), terms, confirmed, linked('sign-up')];
    given(...signedUp)
      .when(unlink)
      .thenRefused('last_sign_in_method');
    given(...signedUp, changed('second', 'none', 'reset'))
      .when(unlink)
      .then(unlinked('index-1'));
  });

  it('is not linked while it is suspended or a staff account', () => {
    given(registered(), suspended).when(link).thenRefused('account_suspended');
    given(registered(), granted('lead')).when(link).thenRefused('social_staff');
  });

  it.each([
    { type: 'ConfirmEmail', at } as const,
    { type: 'ClearAccount', at } as const,
    { type: 'SuspendAccount', at, ...operations } as const,
    { type: 'GrantRole', at, role: 'analyst' } as const,
    { type: 'ChangePassword', at, credentialId: 'x', replaces: null } as const,
  ])('that was never registered refuses $type', (command) =>
    given().when(command).thenRefused('account_not_found'),
  );
});

describe("a person's data", () => {
  const hold = { reason: 'A court asked.', by: 'irene' } as const;
  const placed: AccountEvent = { type: 'LegalHoldPlaced', data: hold };
  const lifted: AccountEvent = { type: 'LegalHoldLifted', data: hold };
  const erased: AccountEvent = { type: 'AccountErased', data: {} };
  const place = { type: 'PlaceLegalHold', at, ...hold } as const;
  const lift = { type: 'LiftLegalHold', at, ...hold } as const;
  const erase = { type: 'EraseAccount', at } as const;
  const rename = { type: 'ChangeName', at, firstName: 'Anna', lastName: 'Torres' } as const;

  it('is on one legal hold at a time, open or closed, but not once it is erased', () => {
    given(registered()).when(place).then(placed);
    given(registered(), closed).when(place).then(placed);
    given(registered(), placed).when(place).thenRefused('already_on_hold');
    given(registered(), placed, lifted).when(place).then(placed);
    given(registered(), placed).when(lift).then(lifted);
    given(registered(), placed, lifted).when(lift).thenRefused('not_on_hold');
    given(registered(), closed, erased).when(place).thenRefused('account_erased');
  });

  it('is erased once, of a closed account without a legal hold', () => {
    given(registered(), closed).when(erase).then(erased);
    given(registered(), closed, erased).when(erase).then();
    given(registered()).when(erase).thenRefused('account_open');
    given(registered(), closed, placed).when(erase).thenRefused('legal_hold');
  });

  it('has another name on request, until the account is closed', () => {
    const { firstName, lastName } = rename;
    given(registered()).when(rename).then({ type: 'NameChanged', data: { firstName, lastName } });
    given(registered())
      .when({ ...rename, firstName: person.firstName })
      .then();
    given(registered(), closed).when(rename).thenRefused('account_closed');
  });
});

describe('a decision that a restore has undone is recorded as it was, unless it holds', () => {
  const byLead = { cause: 'lead', reason: 'Somebody else.', by: 'irene' } as const;
  const suspendedByLead = { type: 'AccountSuspended', data: byLead } as const;
  const reinstated = { type: 'AccountReinstated', data: { ...byLead, by: 'ivan' } } as const;
  const role = { role: 'analyst' } as const;

  it.each<[AccountSafety, readonly AccountEvent[]]>([
    [suspendedByLead, []],
    [{ type: 'AccountSuspended', data: operations }, [suspendedByLead]],
    // Without a second lead, who has agreed already.
    [reinstated, [suspended]],
    [{ type: 'RoleGranted', data: role }, []],
    [{ type: 'RoleRevoked', data: role }, [granted('analyst')]],
    [
      { type: 'SecondFactorRemoved', data: { factorId: 'f1', cause: 'operator' } },
      [{ type: 'SecondFactorEnrolled', data: { factorId: 'f1' } }],
    ],
    [{ type: 'AccountClosed', data: {} }, []],
    [{ type: 'LegalHoldPlaced', data: { reason: 'A court asked.', by: 'irene' } }, []],
    [{ type: 'AccountErased', data: {} }, [closed]],
  ])('%j', (decision, undone) => {
    const again = { type: 'DecideAgain', id: 'ana', decision, at } as const;
    const before = [registered(), ...undone];
    given(...before)
      .when(again)
      .then(decision);
    given(...before, decision)
      .when(again)
      .then();
    given().when(again).thenRefused('account_not_found');
  });

  it('a closing and an erasure with all that belongs to them', () => {
    const google = { provider: 'google', subjectIndex: 'g1' } as const;
    const linked = {
      type: 'ExternalIdentityLinked',
      data: { ...google, cause: 'password', ownAddress: true },
    } as const;
    const ended: readonly AccountEvent[] = [
      closed,
      { type: 'ExternalIdentityUnlinked', data: google },
      { type: 'RoleRevoked', data: role },
    ];
    const erased = { type: 'AccountErased', data: {} } as const;
    const again = (decision: AccountSafety) => ({ type: 'DecideAgain', id: 'ana', decision, at }) as const;
    const open = [registered(), linked, granted('analyst')];
    given(...open)
      .when(again({ type: 'AccountClosed', data: {} }))
      .then(...ended);
    given(...open)
      .when(again(erased))
      .then(...ended, erased);
  });
});
