import type { ReviewOutcome } from '../kernel/staff/compliance.js';
import { ANALYST, LEAD } from './demo-users.js';

/** A step of a member of staff with a case; `text` is the note or reason, or the reference of a report. */
export interface DemoCaseStep {
  /** Which of the sender's cases, the oldest is 1. */
  readonly nth: number;
  /** The email of who did it. */
  readonly by: string;
  readonly does: DemoCaseAction;
}

export type DemoCaseAction = { readonly text: string } & (
  | { readonly type: 'note' | 'return' | 'reopen' | 'report' }
  | { readonly type: 'snooze'; readonly days: number }
  | { readonly type: 'review'; readonly outcome: ReviewOutcome }
  | { readonly type: 'propose'; readonly outcome: ReviewOutcome; readonly pause: boolean }
  | { readonly type: 'assign' | 'approve'; readonly text: '' }
);

type Dated = DemoCaseStep & { readonly daysAgo: number; readonly sender: string };

const workOf =
  (by: string) =>
  (sender: string, daysAgo: number, does: DemoCaseAction & { readonly nth?: number }): Dated => {
    const { nth = 1, ...action } = does;
    return { sender, daysAgo, does: action, nth, by };
  };
const robin = workOf(ANALYST);
const irene = workOf(LEAD);

/** The work on the cases of the demo's senders, by first name: every state that a case can have; Bruno's is unseen. */
export const DEMO_CASES: readonly Dated[] = [
  robin('nadia', 62.5, {
    type: 'review',
    outcome: 'cleared',
    text: 'Three gifts after a wedding; the recipient is a colleague of the sender.',
  }),
  irene('nadia', 2.2, {
    type: 'reopen',
    text: 'Another bank asked about this recipient. Please compare the dates once more.',
  }),
  robin('carl', 32.4, {
    type: 'propose',
    outcome: 'suspicious',
    pause: false,
    text: 'Amounts just under the limit to two new recipients.',
  }),
  irene('carl', 32.1, { type: 'return', text: 'Say how far apart they were, for the report.' }),
  robin('carl', 31.9, {
    type: 'propose',
    outcome: 'suspicious',
    pause: false,
    text: 'Amounts just under the limit to two new recipients within five hours.',
  }),
  irene('carl', 31.4, { type: 'approve', text: '' }),
  robin('carl', 12.3, { type: 'report', text: 'BSA-31000004417206' }),
  robin('carl', 5.2, {
    nth: 2,
    type: 'propose',
    outcome: 'suspicious',
    pause: true,
    text: 'The same pattern as in October.',
  }),
  irene('carl', 4.8, {
    nth: 2,
    type: 'return',
    text: 'Compare with the disputed payment before this goes out.',
  }),
  robin('elena', 8.2, {
    type: 'review',
    outcome: 'false_match',
    text: 'One attempt over the limit, refused, and never tried again.',
  }),
  robin('elena', 0.8, { nth: 2, type: 'assign', text: '' }),
  robin('elena', 0.7, { nth: 2, type: 'note', text: 'Waiting for the answer of the card issuer.' }),
  irene('sofia', 18.4, {
    type: 'review',
    outcome: 'cleared',
    text: 'A shared birthday present, paid back to three friends.',
  }),
  robin('milo', 11.2, {
    type: 'propose',
    outcome: 'suspicious',
    pause: true,
    text: 'Two amounts under the limit in one morning; the second recipient is known from another case.',
  }),
  irene('milo', 10.4, { type: 'approve', text: '' }),
  robin('tessa', 3.1, {
    type: 'snooze',
    days: 6,
    text: 'The identity check is under way; look again when it is done.',
  }),
  robin('ivan', 1.9, {
    type: 'propose',
    outcome: 'suspicious',
    pause: false,
    text: 'Split into two amounts under the limit on the day of the sign-up.',
  }),
];
