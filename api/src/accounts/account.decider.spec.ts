import { specificationOf } from '../event-sourcing/given-when-then.js';
import {
  accountDecider,
  type AccountEvent,
  type AccountRegistered,
  type PasswordChanged,
  type RegisterAccount,
} from './account.decider.js';

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
const granted = (role: 'analyst' | 'lead'): AccountEvent => ({ type: 'RoleGranted', data: { role } });

const given = specificationOf(accountDecider);

describe('an account', () => {
  it('is registered together with the terms and the age they ask for', () =>
    given().when(register('first')).then(registered(), terms));

  it('is registered once: a second attempt loses', () =>
    given(registered(), terms).when(register('second')).thenRefused('email_taken'));

  it('is not registered again by a repeat of the attempt that won', () =>
    given(registered(), terms).when(register('first')).then());

  it('is confirmed once', () => {
    given(registered()).when({ type: 'ConfirmEmail', at }).then(confirmed);
    given(registered(), confirmed).when({ type: 'ConfirmEmail', at }).then();
  });

  it('changes its password for whoever proved to know the one that counts', () =>
    given(registered('first'))
      .when({ type: 'ChangePassword', at, credentialId: 'second', replaces: 'first' })
      .then(changed('second', 'first', 'change')));

  it('refuses a change that proved an older password', () =>
    given(registered('first'), changed('second', 'first', 'change'))
      .when({ type: 'ChangePassword', at, credentialId: 'third', replaces: 'first' })
      .thenRefused('invalid_credentials'));

  it('is reset whichever password counts', () =>
    given(registered('first'), changed('second', 'first', 'change'))
      .when({ type: 'ChangePassword', at, credentialId: 'third', replaces: null })
      .then(changed('third', 'second', 'reset')));

  it('records a change once, however often it is asked for', () =>
    given(registered('first'), changed('second', 'first', 'reset'))
      .when({ type: 'ChangePassword', at, credentialId: 'second', replaces: null })
      .then());

  it('is given each role once', () => {
    given(registered()).when({ type: 'GrantRole', at, role: 'analyst' }).then(granted('analyst'));
    given(registered(), granted('analyst')).when({ type: 'GrantRole', at, role: 'analyst' }).then();
    given(registered(), granted('analyst'))
      .when({ type: 'GrantRole', at, role: 'lead' })
      .then(granted('lead'));
  });

  it.each([
    { type: 'ConfirmEmail', at } as const,
    { type: 'GrantRole', at, role: 'analyst' } as const,
    { type: 'ChangePassword', at, credentialId: 'x', replaces: null } as const,
  ])('that was never registered takes no $type', (command) =>
    given().when(command).thenRefused('account_not_found'),
  );
});
