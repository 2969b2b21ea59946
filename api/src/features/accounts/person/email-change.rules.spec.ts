import { specificationOf } from '../../../../../test/support/given-when-then.js';
import type { AccountEvent, AccountRegistered } from '../account/account-events.rules.js';
import { accountDecider } from '../account/account.decider.js';

const at = '2026-01-01T06:00:00.000Z';
const OLD = 'ana@people.example';
const NEW = 'ana@new.example';
const registered: AccountRegistered = {
  type: 'AccountRegistered',
  data: { email: OLD, firstName: 'Ana', lastName: 'Torres', locale: 'en', credentialId: 'first' },
};
const confirmed: AccountEvent = { type: 'EmailConfirmed', data: {} };
const linked = (subjectIndex: string, ownAddress: boolean): AccountEvent => ({
  type: 'ExternalIdentityLinked',
  data: { provider: 'google', subjectIndex, cause: 'password', ownAddress },
});
const unlinked = (subjectIndex: string): AccountEvent => ({
  type: 'ExternalIdentityUnlinked',
  data: { provider: 'google', subjectIndex },
});
const enrolled = (factorId: string): AccountEvent => ({ type: 'SecondFactorEnrolled', data: { factorId } });
const requested = (changeId = 'one', email = NEW): AccountEvent => ({
  type: 'EmailChangeRequested',
  data: { changeId, email },
});
const agreed = (by: 'old' | 'new', changeId = 'one'): AccountEvent => ({
  type: 'EmailChangeConfirmed',
  data: { changeId, by },
});
const cancelled = (changeId = 'one'): AccountEvent => ({ type: 'EmailChangeCancelled', data: { changeId } });
const changed = (changeId = 'one', email = NEW, cause: 'confirmed' | 'undo' = 'confirmed'): AccountEvent => ({
  type: 'EmailChanged',
  data: { changeId, email, cause },
});
const reset = (credentialId: string): AccountEvent => ({
  type: 'PasswordChanged',
  data: { credentialId, replacedCredentialId: 'first', cause: 'reset' },
});
const request = (email = NEW) => ({ type: 'RequestEmailChange', at, changeId: 'two', email }) as const;
const confirm = (by: 'old' | 'new', changeId = 'one') =>
  ({ type: 'ConfirmEmailChange', at, changeId, by }) as const;
const change = { type: 'ChangeEmail', at, changeId: 'one' } as const;
const undo = { type: 'UndoEmailChange', at, changeId: 'one', credentialId: 'second' } as const;
const closed: AccountEvent = { type: 'AccountClosed', data: {} };
const suspended: AccountEvent = {
  type: 'AccountSuspended',
  data: { cause: 'lead', reason: 'Somebody else.', by: 'lead' },
};

const given = specificationOf(accountDecider);
const ana = [registered, confirmed] as const;

describe('a change of address', () => {
  it('waits, and a newer one replaces it', () => {
    given(...ana)
      .when(request())
      .then(requested('two'));
    given(...ana, requested())
      .when(request('other@new.example'))
      .then(cancelled(), requested('two', 'other@new.example'));
  });

  it('that waits already is not asked for twice', () =>
    given(...ana, requested())
      .when(request())
      .then());

  it('to the same address is refused', () =>
    given(...ana)
      .when(request(OLD))
      .thenRefused('email_unchanged'));

  it('is refused for a closed account', () =>
    given(...ana, closed)
      .when(request())
      .thenRefused('account_closed'));

  it('is made when both ends have confirmed it, in any order', () => {
    given(...ana, requested())
      .when(confirm('new'))
      .then(agreed('new'));
    given(...ana, requested(), agreed('new'))
      .when(change)
      .thenRefused('token_invalid');
    given(...ana, requested(), agreed('new'), agreed('old'))
      .when(change)
      .then(changed());
    given(...ana, requested(), agreed('old'), agreed('new'))
      .when(change)
      .then(changed());
  });

  it('needs no agreement of an address that was never confirmed, and confirms the new one', () =>
    given(registered, requested(), agreed('new')).when(change).then(changed(), confirmed));

  it.each([
    ['at once', []],
    ['once the address of before is given up', [{ type: 'EmailGivenUp', data: { changeId: 'one' } }]],
  ] as const)('of such an address is confirmed by a second press, %s', (_, since) =>
    given(registered, requested(), agreed('new'), changed(), confirmed, ...since)
      .when(confirm('new'))
      .then(),
  );

  it('that was undone is not confirmed by a second press', () =>
    given(...ana, requested(), agreed('old'), agreed('new'), changed(), changed('one', OLD, 'undo'))
      .when(confirm('new'))
      .thenRefused('token_invalid'));

  it('records each confirmation and the change once', () => {
    given(...ana, requested(), agreed('old'))
      .when(confirm('old'))
      .then();
    const done = given(...ana, requested(), agreed('old'), agreed('new'), changed());
    done.when(confirm('old')).then();
    done.when(change).then();
  });

  it('is not confirmed by the link of another, or of one that was cancelled', () => {
    given(...ana, requested('two'))
      .when(confirm('new'))
      .thenRefused('token_invalid');
    given(...ana, requested(), cancelled())
      .when(confirm('new'))
      .thenRefused('token_invalid');
  });

  it('lapses after a day', () =>
    given(...ana, requested())
      .when({ ...confirm('new'), at: '2100-01-01T00:00:00.000Z' })
      .thenRefused('token_invalid'));

  it('that both ends have confirmed does not lapse: it is only to be made', () =>
    given(...ana, requested(), agreed('old'), agreed('new'))
      .when({ ...change, at: '2100-01-01T00:00:00.000Z' })
      .then(changed()));

  it('of a suspended account waits in vain', () => {
    given(...ana, suspended)
      .when(request())
      .thenRefused('account_suspended');
    given(...ana, requested(), agreed('old'), agreed('new'), suspended)
      .when(change)
      .thenRefused('account_suspended');
  });

  it('ends what a provider vouched for, until it is undone', () => {
    const before = [...ana, linked('own', true), requested(), agreed('old'), agreed('new'), changed()];
    const resetting = { type: 'ChangePassword', at, credentialId: 'second', replaces: null } as const;
    given(...before)
      .when(resetting)
      .then(reset('second'), unlinked('own'));
    given(...before, changed('one', OLD, 'undo'))
      .when(resetting)
      .then(reset('second'));
  });

  it('ends with a reset of the password', () =>
    given(...ana, requested())
      .when({ type: 'ChangePassword', at, credentialId: 'second', replaces: null })
      .then(reset('second'), cancelled()));
});

describe('the undo of a change of address', () => {
  const before = [...ana, linked('own', true), requested(), agreed('old'), agreed('new')] as const;

  it('puts the address back with a new password; the identity that it vouched for stays', () =>
    given(...before, changed())
      .when(undo)
      .then(changed('one', OLD, 'undo'), reset('second')));

  it('ends what let anybody in since: identities, and the second factor of a sender, not of staff', () => {
    given(...before, changed(), linked('theirs', true), enrolled('theirs'))
      .when(undo)
      .then(changed('one', OLD, 'undo'), reset('second'), unlinked('theirs'), {
        type: 'SecondFactorRemoved',
        data: { factorId: 'theirs', cause: 'owner' },
      });
    given(...before, changed(), { type: 'RoleGranted', data: { role: 'analyst' } }, enrolled('theirs'))
      .when(undo)
      .then(changed('one', OLD, 'undo'), reset('second'));
    given(enrolledBefore(), ...rest(), changed())
      .when(undo)
      .then(changed('one', OLD, 'undo'), reset('second'));
  });

  it('works past later changes, which cannot be undone in turn', () => {
    const later = [requested('two', 'c@new.example'), agreed('old', 'two'), agreed('new', 'two')];
    const twice = [...before, changed(), ...later, changed('two', 'c@new.example')];
    given(...twice)
      .when(undo)
      .then(changed('one', OLD, 'undo'), reset('second'));
    given(...twice, changed('one', OLD, 'undo'))
      .when({ ...undo, changeId: 'two', credentialId: 'third' })
      .thenRefused('token_invalid');
  });

  it('works once, for seven days, and not for a closed or suspended account', () => {
    given(...before, changed(), changed('one', OLD, 'undo'))
      .when(undo)
      .thenRefused('token_invalid');
    given(...before, changed())
      .when({ ...undo, at: '2100-01-01T00:00:00.000Z' })
      .thenRefused('token_invalid');
    given(...before, changed(), closed)
      .when(undo)
      .thenRefused('token_invalid');
    given(...before, changed(), suspended)
      .when(undo)
      .thenRefused('account_suspended');
  });

  it('is not there for an address that was never confirmed', () =>
    given(registered, requested(), agreed('new'), changed()).when(undo).thenRefused('token_invalid'));

  const enrolledBefore = () => registered;
  const rest = () => [confirmed, enrolled('own'), requested(), agreed('old'), agreed('new')];
});
