import type { FactorChange } from '../account/account-commands.rules.js';
import { changeFactor, isFactorChange, requireConfirmed } from './factor-decisions.rules.js';

const without = { emailConfirmed: true, factorId: null };
const withFactor = { emailConfirmed: true, factorId: 'new' };
const refused = (code: string): Error => expect.objectContaining({ code }) as Error;
const enrol = (factorId: string, replaces: string | null = null): FactorChange => ({
  type: 'EnrolSecondFactor',
  factorId,
  replaces,
});

/** Every change that names the factor it is about, but the enrolment. */
const changesOf = (factorId: string): readonly FactorChange[] => [
  { type: 'RemoveSecondFactor', factorId },
  { type: 'ReplaceRecoveryCodes', factorId },
  { type: 'UseRecoveryCode', factorId, left: 9 },
];

describe('a second factor', () => {
  it('is enrolled once, however often its first code is confirmed', () => {
    expect(changeFactor(enrol('new'), without)).toEqual([
      { type: 'SecondFactorEnrolled', data: { factorId: 'new' } },
    ]);
    expect(changeFactor(enrol('new'), withFactor)).toEqual([]);
  });

  it('is not enrolled beside another one', () =>
    expect(() => changeFactor(enrol('other'), withFactor)).toThrow(refused('second_factor_enrolled')));

  it('takes the place of the one whose code was accepted, and of no other', () => {
    expect(changeFactor(enrol('other', 'new'), withFactor)).toEqual([
      { type: 'SecondFactorEnrolled', data: { factorId: 'other' } },
    ]);
    for (const account of [withFactor, without])
      expect(() => changeFactor(enrol('other', 'removed'), account)).toThrow(
        refused('second_factor_enrolled'),
      );
  });

  it('is enrolled by the owner of a confirmed address only', () => {
    const unconfirmed = { emailConfirmed: false, factorId: null };
    for (const refuses of [
      () => requireConfirmed(unconfirmed),
      () => changeFactor(enrol('new'), unconfirmed),
    ])
      expect(refuses).toThrow(refused('email_not_confirmed'));
  });

  it('is changed under its own id', () =>
    expect(changesOf('new').flatMap((change) => changeFactor(change, withFactor))).toEqual([
      { type: 'SecondFactorRemoved', data: { factorId: 'new', cause: 'owner' } },
      { type: 'RecoveryCodesReplaced', data: { factorId: 'new' } },
      { type: 'RecoveryCodeUsed', data: { factorId: 'new', left: 9 } },
    ]));

  it('that another one has replaced is not changed, and neither is that other one', () => {
    for (const account of [withFactor, without])
      expect(changesOf('old').flatMap((change) => changeFactor(change, account))).toEqual([]);
  });

  it('is removed by an operator, whichever it is', () => {
    expect(changeFactor({ type: 'ResetSecondFactor' }, withFactor)).toEqual([
      { type: 'SecondFactorRemoved', data: { factorId: 'new', cause: 'operator' } },
    ]);
    expect(changeFactor({ type: 'ResetSecondFactor' }, without)).toEqual([]);
  });

  it('is not changed by the other commands of an account', () => {
    const at = '2026-11-20T12:00:00.000Z';
    for (const change of [enrol('new'), ...changesOf('new'), { type: 'ResetSecondFactor' } as const])
      expect(isFactorChange({ ...change, at })).toBe(true);
    expect(isFactorChange({ type: 'ConfirmEmail', at })).toBe(false);
  });
});
