import { randomUUID } from 'node:crypto';
import { AppModule } from '../../app.module.js';
import { featuresOf, type LeftoversCause } from '../../event-sourcing/event-sourcing.module.js';

/** Streams not named by their account's user, or that outlive a change of hands. */
const KEPT: Readonly<Record<string, string>> = {
  'access-': 'what a member of staff looked at',
  'account-': 'changes hands by AccountReclaimed',
  'cardholder-': 'the use of a card is never forgotten',
  'stray-': 'a charge at the processor that no transfer has',
  'case-': 'compliance',
  'email-': 'the claim of the address',
  'keys-': 'rotations of keys, about nobody',
  'identity-': 'released with ExternalIdentityUnlinked',
  'rule-': 'compliance',
  'ruleplaces-': 'compliance',
  'sender-': 'money and limits are never forgotten',
  'webhook-': 'provider events',
};

/** Removed with an account that the owner of its mailbox takes over, or that is closed, by the command that does it. */
const REMOVED: Readonly<Record<string, string>> = {
  'cards-': 'RemoveCards',
  'preferences-': 'SavePreferences',
  'recipients-': 'RemoveRecipients',
  // What waits for a card is cancelled; money stays.
  'transfer-': 'CancelUnpaid',
};

describe('what a stranger put into an account', () => {
  const { prefixes, leftovers } = featuresOf(AppModule);

  it('is removed by every feature that keeps something for a user, or kept for a reason that is stated here', () => {
    const undecided = prefixes.filter((prefix) => !(prefix in KEPT) && !(prefix in REMOVED));
    expect(undecided).toEqual([]);
    const removedBy = (cause: LeftoversCause) =>
      leftovers.flatMap((commandOf) => commandOf(randomUUID(), cause)?.constructor.name ?? []).sort();
    expect(removedBy('reclaimed')).toEqual(Object.values(REMOVED).sort());
    // An account is closed only once nothing waits for a card; nothing more is sent from then on.
    const atClosing = Object.values({ ...REMOVED, 'transfer-': 'EndSending' });
    expect(removedBy('closed')).toEqual(atClosing.sort());
  });
});
