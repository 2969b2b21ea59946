import type {
  AccountRegistered,
  EmailConfirmed,
  NameChanged,
} from '../accounts/account/account-events.rules.js';
import { evolveBy } from '../../event-sourcing/evolve.js';
import type { FoldedBy } from '../../engine/commands/state-snapshots.js';
import type { CommandRunner } from '../../engine/commands/command-runner.js';
import { fullNameOf, type Locale } from '../../kernel/people/accounts.js';

/** The account data that an identity check needs. */
export interface Applicant {
  readonly fullName: string;
  readonly locale: Locale;
  readonly emailConfirmed: boolean;
}

type ApplicantState = { readonly applicant: Applicant | null };

/** Reads the account's own stream, since decisions do not depend on views. */
const applicantReader: FoldedBy<ApplicantState> = {
  name: 'applicant',
  initialState: () => ({ applicant: null }),
  evolve: evolveBy<ApplicantState, AccountRegistered | EmailConfirmed | NameChanged>({
    AccountRegistered: (_, { data }) => ({
      applicant: { fullName: fullNameOf(data), locale: data.locale, emailConfirmed: false },
    }),
    NameChanged: ({ applicant }, { data }) => ({
      applicant: applicant && { ...applicant, fullName: fullNameOf(data) },
    }),
    EmailConfirmed: ({ applicant }) => ({ applicant: applicant && { ...applicant, emailConfirmed: true } }),
  }),
};

/** The applicant with a uid; null when there is no such account. */
export function applicantOf(runner: CommandRunner, uid: string): Promise<Applicant | null> {
  return runner.query(applicantReader, `account-${uid}`, ({ applicant }) => applicant);
}
