import type { AccountEvent } from '../accounts/account-events.rules.js';
import type { Decider } from '../../event-sourcing/decider.js';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { CommandRunner } from '../../engine/commands/command-runner.js';
import { fullNameOf, type Locale } from '../../kernel/accounts.js';

/** The account data that an identity check needs. */
export interface Applicant {
  readonly fullName: string;
  readonly locale: Locale;
  readonly emailConfirmed: boolean;
}

/** Reads the account's own stream, since decisions do not depend on views. */
const applicantReader: Pick<
  Decider<{ applicant: Applicant | null }, never, never>,
  'name' | 'initialState' | 'evolve'
> = {
  name: 'applicant',
  initialState: () => ({ applicant: null }),
  evolve({ applicant }, event) {
    const { type, data } = event as RecordedEvent<AccountEvent>;
    if (type === 'AccountRegistered') {
      return { applicant: { fullName: fullNameOf(data), locale: data.locale, emailConfirmed: false } };
    }
    if (type === 'EmailConfirmed' && applicant) return { applicant: { ...applicant, emailConfirmed: true } };
    return { applicant };
  },
};

/** The applicant with a uid; null when there is no such account. */
export function applicantOf(runner: CommandRunner, uid: string): Promise<Applicant | null> {
  return runner.query(applicantReader, `account-${uid}`, ({ applicant }) => applicant);
}
