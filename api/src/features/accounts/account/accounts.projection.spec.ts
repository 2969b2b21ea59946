import { recorded } from '../../../../../test/support/given-when-then.js';
import type { AccountEvent } from './account-events.rules.js';
import { foldDocument } from '../../../../../test/support/fold-view.js';
import { accountsProjection } from './accounts.projection.js';

const facts: readonly AccountEvent[] = [
  {
    type: 'AccountRegistered',
    data: {
      email: 'ana@people.example',
      firstName: 'Ana',
      lastName: 'Torres',
      locale: 'es',
      credentialId: 'c',
    },
  },
  { type: 'TermsAccepted', data: { termsVersion: '2025-09-01', minimumAge: 18 } },
  { type: 'EmailConfirmed', data: {} },
  { type: 'PasswordChanged', data: { credentialId: 'd', replacedCredentialId: 'c', cause: 'reset' } },
  { type: 'RoleGranted', data: { role: 'analyst' } },
];
const events = facts.map((fact, index) =>
  recorded(fact, index, {
    stream: 'account-u1',
    at: `2026-11-01T12:00:0${String(index)}.000Z`,
  }),
);
const fold = (history = events) => foldDocument(accountsProjection, history);

describe('the view of accounts', () => {
  it('shows the remaining roles after one is revoked', () => {
    const revoked: AccountEvent = { type: 'RoleRevoked', data: { role: 'analyst' } };
    const event = recorded(revoked, facts.length, { stream: 'account-u1' });
    expect(fold([...events, event])).toMatchObject({ roles: ['sender'], isStaff: false });
  });

  it('shows the user recorded in the events, without credentials', () => {
    expect(fold()).toEqual({
      uid: 'u1',
      email: 'ana@people.example',
      firstName: 'Ana',
      lastName: 'Torres',
      locale: 'es',
      emailConfirmed: true,
      hasSecondFactor: false,
      roles: ['sender', 'analyst'],
      isStaff: true,
      signInMethods: ['password'],
      cutAt: null,
      life: 'open',
      closedAt: null,
      isClearing: false,
      createdAt: '2026-11-01T12:00:00.000Z',
      updatedAt: '2026-11-01T12:00:04.000Z',
    });
  });

  it('shows how the user can sign in', () => {
    const linked = (cause: 'sign-up' | 'password'): AccountEvent => ({
      type: 'ExternalIdentityLinked',
      data: { provider: 'google', subjectIndex: 'i', cause, ownAddress: true },
    });
    const unlinked: AccountEvent = {
      type: 'ExternalIdentityUnlinked',
      data: { provider: 'google', subjectIndex: 'i' },
    };
    const passwordSet = facts.slice(3, 4);
    const methodsAfter = (...later: readonly AccountEvent[]) =>
      fold(
        [...facts.slice(0, 1), ...later].map((fact, index) =>
          recorded(fact, index, { stream: 'account-u1' }),
        ),
      )?.signInMethods;
    expect(methodsAfter(linked('password'))).toEqual(['password', 'google']);
    expect(methodsAfter(linked('sign-up'))).toEqual(['google']);
    expect(methodsAfter(linked('sign-up'), ...passwordSet)).toEqual(['password', 'google']);
    expect(methodsAfter(linked('password'), unlinked)).toEqual(['password']);
    const reclaimed = (by: 'reset' | 'provider'): AccountEvent => ({
      type: 'AccountReclaimed',
      data: { credentialId: 'second', replacedCredentialId: 'first', by },
    });
    expect(methodsAfter(linked('password'), reclaimed('reset'), unlinked)).toEqual(['password']);
    expect(methodsAfter(reclaimed('provider'), linked('sign-up'))).toEqual(['google']);
  });

  it('shows when it was closed, and until everything is removed that there is something to remove', () => {
    const closing: readonly AccountEvent[] = [
      { type: 'AccountClosed', data: {} },
      { type: 'AccountCleared', data: {} },
    ];
    const at = '2026-11-02T12:00:00.000Z';
    const later = closing.map((event, index) =>
      recorded(event, facts.length + index, { stream: 'account-u1', at }),
    );
    const closed = { closedAt: at, cutAt: at, signInMethods: [], hasSecondFactor: false };
    expect(fold([...events, ...later.slice(0, 1)])).toMatchObject({ ...closed, isClearing: true });
    expect(fold([...events, ...later])).toMatchObject({ ...closed, isClearing: false });
  });

  it('shows an address as unconfirmed until its owner confirms it', () => {
    const confirmed = events.map((_, index) => fold(events.slice(0, index + 1))?.emailConfirmed);
    expect(confirmed).toEqual([false, false, true, true, true]);
  });

  it('is the same after a replay', () => {
    expect(JSON.stringify(fold())).toBe(JSON.stringify(fold()));
  });

  it('keys every event by its user', () => {
    expect(new Set(events.flatMap((event) => accountsProjection.keys(event)))).toEqual(new Set(['u1']));
  });
});
