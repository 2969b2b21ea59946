import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AccountDirectory } from '../accounts/account-directory.js';
import { cleanText } from '../kernel/texts.js';
import { DomainError } from '../kernel/domain-error.js';
import {
  DESK_CONFIRMATIONS,
  DESK_FILTERS,
  DESK_REFERENCE_MAX_LENGTH,
  PAYOUT_FAILURES,
  PLATFORM_WORDS_MAX_LENGTH,
  type DeskTask,
  type PayoutFailure,
} from '../kernel/payouts.js';
import { UUID_PATTERN } from '../kernel/uuid.js';
import { GetDeskTasks } from '../payouts/get-desk-tasks.query.js';
import { WorkDesk, type DeskAction } from '../payouts/work-desk.command.js';
import { UsageError, type Say } from './command.js';

const USAGE = `desk list [${DESK_FILTERS.join('|')}]
desk find <number of a problem, or the beginning of a transfer's id>
desk claim <transfer> --by <email>
desk delivered <transfer> <reference> --by <email>
desk failed <transfer> <${PAYOUT_FAILURES.join('|')}> [--words <what the platform said>] --by <email>
desk confirm <transfer> [${DESK_CONFIRMATIONS.join('|')}] --by <email>`;
/** Neither empty nor with control characters. */
const PRINTABLE = /^(?! +$)\P{C}+$/u;
/** Refusals of the desk in words; HTTP has them in the language of its caller. */
const REFUSALS: Readonly<Record<string, string>> = {
  not_found: 'There is no paid transfer with this id',
  own_account: 'Nobody works a task about their own transfer',
  not_claimable: 'This cannot be claimed or settled: somebody else has it, or it is settled',
  second_person_needed: 'A second operator has to confirm a payout of this amount',
};

/** The payout desk in a terminal; `--by` names the operator's account, which has to have the role. */
export async function desk(app: INestApplicationContext, words: readonly string[], say: Say): Promise<void> {
  const options = { by: { type: 'string' }, words: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const [action = '', ...rest] = positionals;
  if (action === 'list') return list(app, rest, say);
  if (action === 'find') return find(app, rest, say);
  const [transferId = '', detail] = rest;
  const taken =
    values.words === undefined ? actionOf(action, detail) : failedWith(values.words, action, detail);
  if (!taken || !UUID_PATTERN.test(transferId) || values.by === undefined) throw new UsageError(USAGE);
  const operator = await operatorOf(app, values.by);
  await app
    .get(CommandBus)
    .execute(new WorkDesk(transferId, { kind: 'staff', id: operator }, taken))
    .catch((error: unknown) => {
      throw error instanceof DomainError ? new Error(REFUSALS[error.code] ?? error.code) : error;
    });
  say(`${action}: recorded`);
}

async function list(app: INestApplicationContext, [state]: readonly string[], say: Say): Promise<void> {
  const filter = DESK_FILTERS.find((one) => one === (state ?? 'open'));
  if (!filter) throw new UsageError(USAGE);
  const { items, total, isCut } = await app
    .get(QueryBus)
    .execute(new GetDeskTasks({ reader: '', state: filter }));
  for (const task of items) say(lineOf(task));
  say(`${items.length} tasks, $${total}${isCut ? ', there are more' : ''}`);
}

async function find(app: INestApplicationContext, [q]: readonly string[], say: Say): Promise<void> {
  if (q === undefined) throw new UsageError(USAGE);
  const { items } = await app.get(QueryBus).execute(new GetDeskTasks({ reader: '', state: 'open', q }));
  for (const task of items) {
    say(lineOf(task));
    for (const { number, text } of task.problems) say(`   ${number}  ${text}`);
  }
  if (items.length === 0) throw new Error('There is no such transfer or problem');
}

function lineOf({ transferId, kind, platform, handle, amount, since, proposal }: DeskTask): string {
  const line = `${since}  ${transferId}  ${kind.padEnd(13)}  ${platform.padEnd(9)}  ${handle}  $${amount}`;
  if (!proposal) return line;
  // What a second person agrees to.
  const { outcome, reference, words, operator } = proposal;
  return `${line}  ${outcome}: ${reference}${words && `, "${words}"`}, by ${operator.name}`;
}

function actionOf(name: string, detail = ''): DeskAction | null {
  if (name === 'claim') return { do: 'claim' };
  if (name === 'confirm') {
    const kind = DESK_CONFIRMATIONS.find((one) => one === (detail || 'second_person'));
    return kind ? { do: 'confirm', kind } : null;
  }
  if (name === 'delivered' && PRINTABLE.test(detail) && detail.length <= DESK_REFERENCE_MAX_LENGTH)
    return { do: 'delivered', reference: detail };
  const reason = PAYOUT_FAILURES.find((one): one is PayoutFailure => one === detail);
  return name === 'failed' && reason ? { do: 'failed', reason } : null;
}

/** As FailedDto has them: the sender reads them. */
function failedWith(text: string, name: string, detail = ''): DeskAction | null {
  const words = cleanText(text, PLATFORM_WORDS_MAX_LENGTH);
  if (!words.ok && words.code !== 'text_required')
    throw new UsageError(
      `--words has at most ${PLATFORM_WORDS_MAX_LENGTH} characters, and no control characters`,
    );
  const action = actionOf(name, detail);
  return action?.do === 'failed' ? { ...action, words: words.ok ? words.value : '' } : null;
}

async function operatorOf(app: INestApplicationContext, email: string): Promise<string> {
  const found = await app.get(AccountDirectory).byEmail(email);
  if (!found || found.account.suspended || !found.account.roles.includes('operator'))
    throw new UsageError('--by names an account with the role operator');
  return found.uid;
}
