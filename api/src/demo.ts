import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AccountDirectory } from './accounts/account-directory.js';
import { Administer } from './accounts/administer-account.command.js';
import { parseJson, replaceFile } from './config/files.js';
import { ConfigurationError } from './config/read-config.js';
import { ConfirmEmailOf } from './accounts/sign-up/confirm-email.command.js';
import { SignUp } from './accounts/sign-up/sign-up.command.js';
import { EncryptedEventLog } from './event-store/encrypted-event-log.js';
import { BEGINNING } from './event-store/event-store.port.js';
import { DomainError } from './kernel/domain-error.js';
import { VerifyDemoSender } from './verification/verify-demo-sender.command.js';

interface DemoUser {
  readonly role: 'sender' | 'verified sender' | 'analyst';
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/** Demo users of test mode, created on the first start of a data folder. Their passwords are printed: they own nothing real. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    role: 'sender',
    firstName: 'Maya',
    lastName: 'Okafor',
    email: 'maya@demo.example',
    password: 'amber-kettle-river-58',
  },
  {
    role: 'verified sender',
    firstName: 'Luis',
    lastName: 'Herrera',
    email: 'luis@demo.example',
    password: 'copper-meadow-train-31',
  },
  {
    role: 'analyst',
    firstName: 'Robin',
    lastName: 'Lindqvist',
    email: 'analyst@demo.example',
    password: 'quiet-harbor-violin-74',
  },
];

/** Distinguishes an interrupted first start from a finished one. */
const PROGRESS_FILE = 'demo.json';

/**
 * Creates the demo users through the same commands as all users, on the first start only; the next start finishes
 * an interrupted one. True when this data folder has them.
 */
export async function seedDemoUsers(app: INestApplicationContext, dataDir: string): Promise<boolean> {
  const path = join(dataDir, PROGRESS_FILE);
  const begun = existsSync(path);
  // What cannot be read was not finished: creating the users again changes nothing.
  if (begun && (parseJson(readFileSync(path, 'utf8')) as { done: boolean } | null)?.done) return true;
  if (!begun && (await app.get(EncryptedEventLog).head()) !== BEGINNING) return false;
  await replaceFile(path, JSON.stringify({ done: false }));
  for (const user of DEMO_USERS) await create(app, user);
  await replaceFile(path, JSON.stringify({ done: true }));
  return true;
}

/**
 * Outside test mode nothing may have been recorded in it: the demo users' passwords are public, and simulated checks
 * verified people. @throws ConfigurationError
 */
export function refuseDemoFolder(dataDir: string): void {
  if (existsSync(join(dataDir, PROGRESS_FILE))) throw new DemoDataError(`FLIP_DATA: ${dataDir} has`);
}

/** The same for the event log, whose data folder may have been replaced. @throws ConfigurationError */
export async function refuseDemoLog(app: INestApplicationContext, stores: string): Promise<void> {
  const accounts = app.get(AccountDirectory, { strict: false });
  for (const { email } of DEMO_USERS)
    // Anyone can sign up with such an address, but only the demo confirms it.
    if ((await accounts.byEmail(email))?.account.emailConfirmed)
      throw new DemoDataError(`${stores}: the log has`);
}

class DemoDataError extends ConfigurationError {
  constructor(where: string) {
    super(
      `${where} demo users of test mode, whose passwords are public. TEST_MODE=false needs empty stores.`,
    );
  }
}

async function create(app: INestApplicationContext, user: DemoUser): Promise<void> {
  const commands = app.get(CommandBus);
  const { role, ...names } = user;
  try {
    await commands.execute(new SignUp(names, null));
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'email_taken')) throw error;
  }
  const uid = await app.get(AccountDirectory, { strict: false }).claimantOf(user.email);
  if (uid === null) throw new Error('A demo user has no account after signing up');
  await commands.execute(new ConfirmEmailOf(uid));
  if (role === 'verified sender') await commands.execute(new VerifyDemoSender(uid));
  if (role === 'analyst')
    await commands.execute(new Administer(user.email, { type: 'GrantRole', role: 'analyst' }, 'demo'));
}
