import type { CardFacts } from '../../../kernel/money/cards.js';
import type { TransferProgress } from '../../../kernel/money/transfers.js';
import type { SocialProvider } from '../../../kernel/people/accounts.js';
import type { LifecycleState } from '../../lifecycle/state/lifecycle-state.rules.js';

/** The subject of a mail, beyond its kind. */
export interface MailSubject {
  /** Added to the link, or shown to be typed; null for a mail without one. */
  readonly token: string | null;
  /** The life of the transfer; null for a mail about the account. */
  readonly transfer: LifecycleState | null;
  /** What its sender reads of it: how it ended, and why. */
  readonly progress: TransferProgress | null;
  /** The reported problem that it answers, if any. */
  readonly problem: { readonly number: string; readonly answer: string } | null;
  /** The saved card that expires, if it is about one. */
  readonly card: CardFacts | null;
  /** The sign-in provider that the mail names, if any. */
  readonly provider: SocialProvider | null;
  /** The address that the account is to get, or has got, if it names one. */
  readonly newEmail: string | null;
  /** The sign-in it is about: "Chrome, Windows" and when; null for any other mail, and once its session has ended. */
  readonly signIn: { readonly device: string; readonly createdAtMs: number } | null;
  /** The rule that a lead weakened, if it is about one, and who did it when. */
  readonly rule: {
    readonly id: string;
    readonly name: string;
    readonly by: string;
    readonly atMs: number;
  } | null;
}
