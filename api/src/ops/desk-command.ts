import type { INestApplicationContext } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { AccountDirectory } from '../features/accounts/account/account-directory.js';
import { cleanText } from '../kernel/text/texts.js';
import { DomainError } from '../kernel/domain-error.js';
import {
  DESK_FILTERS,
  DESK_REFERENCE_MAX_LENGTH,
  DIFFERENCE_ABOUTS,
  DIFFERENCE_FOUND_MAX_LENGTH,
  DIFFERENCE_REASON_MAX_LENGTH,
  PAYOUT_FAILURES,
  PAYOUT_OUTCOMES,
  PLATFORM_MESSAGE_MAX_LENGTH,
  PROBLEM_ANSWER_MAX_LENGTH,
  REFUND_WAYS,
  type DeskTask,
  type PayoutOutcome,
  type StrayCharge,
} from '../kernel/money/payouts.js';
import { centsOf, TOTAL_PATTERN } from '../kernel/money/money.js';
import { UUID_PATTERN } from '../kernel/uuid.js';
import { WorkStray, type StrayDecision } from '../features/lifecycle/strays/stray-charges.js';
import { GetDeskTasks } from '../features/payouts/desk/get-desk-tasks.query.js';
import { GetStrays } from '../features/payouts/ledger/get-strays.query.js';
import { RevealPayout } from '../features/payouts/desk/reveal-payout.command.js';
import { WorkDesk, type DeskAction } from '../features/payouts/desk/work-desk.command.js';
import { usageOf } from './command-line.js';
import { outputOf, UsageError, type WritingRun } from './command.js';

/** Neither empty nor with control characters. */
const PRINTABLE = /^(?! +$)\P{C}+$/u;
/** Refusals of the desk in words; HTTP has them in the language of its caller. */
const REFUSALS: Readonly<Record<string, string>> = {
  not_found: 'There is no paid transfer, or stray charge, with this id',
  not_claimable: 'This cannot be claimed or settled: somebody else has it, or it is settled',
  not_revealed: 'Only a payout that you claimed, or one to look up at its platform, is shown',
  report_differs:
    'Another outcome is reported: list it again. Its author can correct it, anyone can release it',
  not_seen: 'See who it is for first: desk reveal',
  second_person_needed: 'A second operator has to confirm a payout of this amount',
};

/** The payout desk in a terminal; `--by` names the operator's account, which has to have the role. */
export const deskCommands: Readonly<Record<string, (run: WritingRun) => Promise<void>>> = {
  'desk list': list,
  'desk find': find,
  'desk claim': work,
  'desk delivered': work,
  'desk failed': work,
  'desk confirm': work,
  'desk refunded': work,
  'desk release': work,
  'desk give-back': work,
  'desk reveal': reveal,
  'desk close': close,
  'desk strays': strays,
  'desk stray-refund': workStray,
  'desk stray-confirm': workStray,
  'desk stray-close': workStray,
};

async function list(run: WritingRun): Promise<void> {
  const {
    app,
    words: [state = 'open'],
  } = run;
  const { tell, note } = outputOf(run);
  const filter = DESK_FILTERS.find((one) => one === state);
  if (!filter) throw new UsageError(usageOf('desk'));
  const { items, total, isCut } = await app.get(GetDeskTasks).execute({ reader: '', state: filter });
  for (const task of items) tell(task, ...linesOf(task));
  note(`${items.length} tasks, $${total}${isCut ? ', there are more' : ''}`);
}

async function find(run: WritingRun): Promise<void> {
  const {
    app,
    words: [q = ''],
  } = run;
  const { tell } = outputOf(run);
  const { items } = await app.get(GetDeskTasks).execute({ reader: '', state: 'open', q });
  for (const task of items)
    tell(task, ...linesOf(task), ...task.problems.map(({ number, text }) => `   ${number}  ${text}`));
  if (items.length === 0) throw new Error('There is no such transfer or problem');
}

async function work({ app, name, words, options, say }: WritingRun): Promise<void> {
  const [transferId = '', ...details] = words;
  const action = actionOf(name, details, options.words);
  if (!action || !UUID_PATTERN.test(transferId)) throw new UsageError(usageOf('desk'));
  const operator = await operatorOf(app, options.by);
  await executed(app, new WorkDesk(transferId, { kind: 'staff', id: operator }, action));
  say(`${name.replace('desk ', '')}: recorded`);
}

/** Who gets a payout; the access is recorded first. */
async function reveal({ app, words: [transferId = ''], options, say }: WritingRun): Promise<void> {
  if (!UUID_PATTERN.test(transferId)) throw new UsageError(usageOf('desk'));
  const operator = await operatorOf(app, options.by);
  const { recipient, handle, note } = await executed(app, new RevealPayout(transferId, operator));
  say(`${recipient}  ${handle}${note && `  "${note}"`}`);
}

/** Closes an open difference as it was read, with the reason. */
async function close({ app, words, options, say }: WritingRun): Promise<void> {
  const [transferId = '', named = '', found = '', reason = ''] = words;
  const about = DIFFERENCE_ABOUTS.find((one) => one === named);
  if (!about || !UUID_PATTERN.test(transferId)) throw new UsageError(usageOf('desk'));
  const operator = await operatorOf(app, options.by);
  const read = { found: textIn(found, DIFFERENCE_FOUND_MAX_LENGTH), reason: reasonIn(reason) };
  const action = { do: 'close', about, ...read } as const;
  await executed(app, new WorkDesk(transferId, { kind: 'staff', id: operator }, action));
  say('close: recorded');
}

/** Open charges that no transfer has recorded. */
async function strays(run: WritingRun): Promise<void> {
  const { tell, note } = outputOf(run);
  const { items } = await run.app.get(GetStrays).execute(null);
  for (const stray of items) {
    const { paymentRef, transferId, amount, isCharged, chargedAt, state, proposedBy, reason } = stray;
    const line = `${chargedAt}  ${paymentRef}  ${isCharged ? 'charged' : 'reserved'}  $${amount}  for ${transferId}  ${state}`;
    tell(
      stray,
      proposedBy === null ? line : `${line}: "${reason}", by ${proposedBy}`,
      `   ${knownOf(stray)}`,
    );
  }
  note(`${items.length} stray charges`);
}

/** The reports of the processor and the rail about it. */
function knownOf({ platform, sender, refundable, refunded, disputes, payout }: StrayCharge): string {
  return [
    ...[
      platform ?? 'platform not named',
      `sender ${sender}`,
      `refunded $${refunded}`,
      `refundable $${refundable}`,
    ],
    ...disputes.map(({ amount, state }) => `dispute ${state} $${amount}`),
    ...(payout ? [`payout ${payout.state} ${payout.reference ?? ''}`.trimEnd()] : []),
  ].join(', ');
}

async function workStray({ app, name, words, options, say }: WritingRun): Promise<void> {
  const [paymentRef = '', ...details] = words;
  const decision = strayDecisionOf(name, details);
  const operator = await operatorOf(app, options.by);
  await executed(app, new WorkStray(paymentRef, operator, decision));
  say(`${name.replace('desk ', '')}: recorded`);
}

/** What is agreed to is named as it was read, as over HTTP. */
function strayDecisionOf(name: string, details: readonly string[]): StrayDecision {
  const [first = '', second = ''] = details;
  if (name === 'desk stray-refund') return { type: 'ProposeRefund', reason: reasonIn(first) };
  if (name === 'desk stray-close') return { type: 'Close', reason: reasonIn(first) };
  if (!TOTAL_PATTERN.test(first)) throw new UsageError(usageOf('desk'));
  const reason = second === '' ? '' : reasonIn(second);
  return { type: 'AgreeToRefund', cents: centsOf(first), reason };
}

const reasonIn = (text: string): string => textIn(text, DIFFERENCE_REASON_MAX_LENGTH);

/** As the DTOs of the desk have it. */
function textIn(text: string, maxLength: number): string {
  const cleaned = cleanText(text, maxLength);
  if (cleaned.ok) return cleaned.value;
  throw new UsageError(`A reason has 1 to ${maxLength} characters, and no control characters`);
}

const executed = <Result>(app: INestApplicationContext, command: Command<Result>): Promise<Result> =>
  app
    .get(CommandBus)
    .execute(command)
    .catch((error: unknown) => {
      throw error instanceof DomainError ? new Error(REFUSALS[error.code] ?? error.code) : error;
    });

function linesOf(task: DeskTask): readonly string[] {
  const differences = task.differences.map(
    ({ about, recorded, found }) => `   ${about}: recorded ${recorded}, at the provider "${found}"`,
  );
  const disputes = task.disputes.map(
    ({ reason, amount, dueBy }) =>
      `   disputed: ${reason}, $${amount}, answer by ${dueBy ?? 'an unknown time'}`,
  );
  return [lineOf(task), ...disputes, ...paidBackLines(task), ...differences];
}

const paidBackLines = ({ paidBack }: DeskTask): readonly string[] =>
  paidBack ? [`   already refunded: $${paidBack.amount} at ${paidBack.at}, ${paidBack.reference}`] : [];

function lineOf(task: DeskTask): string {
  const { transferId, kind, platform, handle, amount, since, proposal, refund, loss } = task;
  const line = `${since}  ${transferId}  ${kind.padEnd(13)}  ${platform.padEnd(9)}  ${handle}  $${amount}`;
  if (refund?.settlement) {
    const { way, reference, operator } = refund.settlement;
    return `${line}  $${refund.owed} ${way}: ${reference}, by ${operator.name}`;
  }
  if (loss) return `${line}  loss $${loss.amount}, booked $${loss.booked}`;
  if (!proposal) return line;
  // What a second person agrees to.
  const { outcome, reference, words, operator } = proposal;
  return `${line}  ${outcome}: ${reference}${words && `, "${words}"`}, by ${operator.name}`;
}

function actionOf(
  name: string,
  [detail = '', read = '']: readonly string[],
  quoted: string | undefined,
): DeskAction | null {
  if (name === 'desk claim') return { do: 'claim' };
  if (name === 'desk release') return { do: 'release' };
  if (name === 'desk give-back') return { do: 'give back' };
  if (name === 'desk refunded') return paidBackOf(detail, read);
  if (name === 'desk confirm') return confirmationOf(detail, read, quoted);
  return reportOf(name === 'desk delivered' ? 'delivered' : 'failed', detail, quoted);
}

/** Tasks that end with a yes and no details. */
const PLAIN_CONFIRMATIONS = ['contradiction', 'refund'] as const;

/** What is confirmed, as it was read. */
function confirmationOf(of: string, read: string, quoted: string | undefined): DeskAction | null {
  const outcome = PAYOUT_OUTCOMES.find((one) => one === of);
  const report = outcome && reportOf(outcome, read, quoted);
  if (report)
    return report.do === 'delivered'
      ? { do: 'agree', outcome: 'delivered', reference: report.reference }
      : { do: 'agree', outcome: 'failed', reference: report.reason, platformMessage: report.platformMessage };
  if (of === 'problem') return answerOf(read, quoted);
  if (of === 'lost') return TOTAL_PATTERN.test(read) ? { do: 'book', cents: centsOf(read) } : null;
  const settled = paidBackOf(of, read, true);
  if (settled) return settled;
  const kind = PLAIN_CONFIRMATIONS.find((one) => one === of);
  return kind ? { do: 'confirm', kind } : null;
}

/** What was done about a problem; its sender reads it. */
function answerOf(problem: string, quoted: string | undefined): DeskAction | null {
  if (problem === '' || quoted === undefined) return null;
  const answer = cleanText(quoted, PROBLEM_ANSWER_MAX_LENGTH);
  if (!answer.ok) throw new UsageError(`--words is the answer: 1 to ${PROBLEM_ANSWER_MAX_LENGTH} characters`);
  return { do: 'answer', problems: [problem], answer: answer.value };
}

/** How a failed refund was paid back. Agreeing to a colleague's report names it as it was read, like reporting it. */
function paidBackOf(named: string, reference: string, agrees = false): DeskAction | null {
  const way = REFUND_WAYS.find((one) => one === named);
  return way && isReference(reference) ? { do: 'paid back', agrees, way, reference } : null;
}

const isReference = (text: string): boolean =>
  PRINTABLE.test(text) && text.length <= DESK_REFERENCE_MAX_LENGTH;

type Report = Extract<DeskAction, { readonly do: PayoutOutcome }>;

function reportOf(outcome: PayoutOutcome, detail: string, quoted: string | undefined): Report | null {
  if (outcome === 'delivered') return isReference(detail) ? { do: 'delivered', reference: detail } : null;
  const reason = PAYOUT_FAILURES.find((one) => one === detail);
  return reason ? { do: 'failed', reason, platformMessage: quoted && quotation(quoted) } : null;
}

/** As FailedDto has it: the sender reads it. */
function quotation(text: string): string {
  const message = cleanText(text, PLATFORM_MESSAGE_MAX_LENGTH);
  if (message.ok) return message.value;
  if (message.code === 'text_required') return '';
  throw new UsageError(
    `--words has at most ${PLATFORM_MESSAGE_MAX_LENGTH} characters, and no control characters`,
  );
}

async function operatorOf(app: INestApplicationContext, email: string | undefined): Promise<string> {
  if (email === undefined) throw new UsageError(usageOf('desk'));
  const found = await app.get(AccountDirectory).byEmail(email);
  if (!found || found.account.suspended || !found.account.roles.includes('operator'))
    throw new UsageError('--by names an account with the role operator');
  return found.uid;
}
