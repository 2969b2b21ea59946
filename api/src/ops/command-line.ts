import { parseArgs } from 'node:util';
import { KEY_PURPOSES } from '../config/key-lists.js';
import { STAFF_ROLES } from '../kernel/people/accounts.js';
import { DESK_FILTERS, DIFFERENCE_ABOUTS, PAYOUT_FAILURES, REFUND_WAYS } from '../kernel/money/payouts.js';
import { type CommandLine, UsageError } from './command.js';

/** Every command with what it takes; readCommandLine reads by it. */
export const USAGE = `npm run ops -- <command>

  streams [prefix] [--json]   every stream with its number of events
  stream <name> [--reveal] [--json]  one stream event by event; --reveal decrypts personal fields
  transfer <id> [--reveal] [--json]  the life of one transfer: events, provider calls, timers, what comes next
  reconcile [--since <instant>] [--json]  compare open and recent charges and payouts with their providers, and list the charges since then that no transfer knows; moves no money
  verify [--json] [view…]     check files, log and vault, and compare every view with a refold of the log; or only the views that are named
  verify-export <file> [--json]  whether an exported audit or case file is complete and unchanged: its HMAC, its hash, and each line against the log
  checkpoints [--json]        how far every projection and saga has processed the log
  parked [--json]             parked events, with the reason
  parked retry <name>         try the parked events of a projection or saga again
  mail list [--json]          mail that was given up or is tried again, with the mail server's reply
  mail retry [id]             send mail again that was given up
  rebuild <view>…             rebuild views next to the live ones and swap
  migrate-holding-rules [rules]  let the rules that HOLDING_RULES names, separated by commas, hold by their own definition
  accept-clock                confirm that the clock is right, after a jump that stopped sends (503 clock_suspect)
  accept-vault-end            go on without the last writes that the vault lost
  accept-log-end              let sagas continue from the end of a log that was restored older than the vault
  accept-lost-decisions       confirm that the safety decisions that a restore could not bring back were decided again
  restored --since <instant> [--safety-file <path>] [--without-safety-file]  after database servers were restored with their own tools: let the next start settle what happened since the backup
  backup <folder>             copy log, vault and secrets while the server runs, and check the copy
  restore <folder> [--safety-file <path>] [--without-safety-file]  copy a backup into an empty data folder; the next start takes the decisions of the safety file (default: SAFETY_FILE) since then again
  rotate <purpose> [--forget] [--by <name>]  make a new key for ${KEY_PURPOSES.join(', ')}; the old ones are accepted until --forget
  export <folder>             write log and vault in a format that any stores can import; no server may run
  import <folder>             fill empty stores with an export, or resume an interrupted import

Accounts; --by records who decided it

  grant <email> <${STAFF_ROLES.join('|')}> [--by <name>]  give an account a role
  revoke <email> <${STAFF_ROLES.join('|')}> [--by <name>]  take it away; every session of the account ends
  suspend <email> [--by <name>]  end every session of an account and refuse its sign-in
  reinstate <email> [--by <name>]  lift a suspension
  end-sessions <email> [--by <name>]  sign an account out everywhere
  erase <uid> [--by <name>]   erase a person whose retention has ended: their key, records and every view's text, also from the files
  reset-second-factor <email> [--by <name>]  remove a lost second factor; every session of the account ends

The demo of test mode, also as npm run demo -- <command>

  demo clock <+30m|+2h|+3d>  move the clock forward for everything alike; the way back is demo reset
  demo reset                  remove everything recorded; the next start records the demo again

The payout desk; --by names the operator's account

  desk list [${DESK_FILTERS.join('|')}] [--json]  its tasks
  desk find <text> [--json]  the number of a problem, or the beginning of a transfer's id
  desk claim <transfer> --by <email>  take a payout
  desk delivered <transfer> <reference> --by <email>  the platform paid it
  desk failed <transfer> <${PAYOUT_FAILURES.join('|')}> [--words <text>] --by <email>  it was not paid; --words quotes the platform
  desk reveal <transfer> --by <email>  who gets a payout that you claimed, or that is to be looked up; recorded
  desk refunded <transfer> <${REFUND_WAYS.join('|')}> <reference> --by <email>  a refund that the processor refuses was paid back another way
  desk confirm <transfer> <delivered|failed|${REFUND_WAYS.join('|')}|contradiction|lost|refund|problem> [read] [--words <text>] --by <email>  agree to what another one reported, naming the reference or reason that you read; book a loss, naming the amount that you read; or end another task, a problem by its number with the answer in --words
  desk close <transfer> <${DIFFERENCE_ABOUTS.join('|')}> <found> <reason> --by <email>  close a difference as it was read
  desk strays  charges that no transfer has recorded
  desk stray-refund <charge> <reason> --by <email>  ask for the refund of one that was not paid out
  desk stray-confirm <charge> <amount> <reason> --by <email>  agree to another one's refund as it was read
  desk stray-close <charge> <reason> --by <email>  close one that was settled elsewhere
  desk release <transfer> --by <email>  take back a claim or a report: anybody looks it up and reports it
  desk give-back <transfer> --by <email>  give your own claim back, nothing was sent: anybody claims it

With --json a command prints one finding a line as JSON, and an error as {"error": …}.
FLIP_DATA names the data folder (default: data). Reading commands work beside a running server; the others run inside
it, or hold the folder when no server runs. With ESDB_URL and MONGO_URL every command works on those stores.`;

/** The forms in USAGE: in each its name of one or two words, then <word>, <word>…, [word], --option and [--option]. */
const FORMS = [...USAGE.matchAll(/^ {2}(([a-z-]+(?: [a-z][a-z-]*)*).*?) {2}/gm)].map(
  ([, form = '', name = '']) => ({
    form,
    name: name.split(' '),
  }),
);

const OPTIONS = {
  reveal: { type: 'boolean' },
  forget: { type: 'boolean' },
  by: { type: 'string' },
  words: { type: 'string' },
  since: { type: 'string' },
  json: { type: 'boolean' },
  'safety-file': { type: 'string' },
  'without-safety-file': { type: 'boolean' },
} as const;

/** @throws UsageError for an unknown command or option, and for more or fewer words than the command takes */
export function readCommandLine(args: readonly string[]): CommandLine {
  const found = FORMS.findLast(({ name }) => name.every((word, place) => word === args[place]));
  if (!found) throw new UsageError(usageOf(args[0] ?? ''));
  const { form, name } = found;
  const parts = form.match(/\[[^\]]*\]|--[\w-]+ <[^>]*>|<[^>]*>/g) ?? [];
  const least = parts.filter((part) => part.startsWith('<')).length;
  const most = form.includes('…') ? Infinity : least + parts.filter((part) => /^\[[^-]/.test(part)).length;
  try {
    const rest = args.slice(name.length);
    const { values, positionals } = parseArgs({ args: rest, options: OPTIONS, allowPositionals: true });
    const isInForm = Object.keys(values).every((option) => form.includes(`--${option}`));
    if (isInForm && positionals.length >= least && positionals.length <= most)
      return { name: name.join(' '), words: positionals, options: values };
  } catch {
    // An option that no command has: refused like one that this command does not have.
  }
  throw new UsageError(usageOf(form));
}

/** The forms of the commands that begin like `form`; all of USAGE when there is none. */
export function usageOf(form: string): string {
  const [first] = form.split(' ');
  const forms = FORMS.filter(({ name }) => name[0] === first).map((one) => one.form);
  return forms.length > 0 ? `usage:\n${forms.join('\n')}` : USAGE;
}
