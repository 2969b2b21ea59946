import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AccountDirectory } from './accounts/account-directory.js';
import { Administer } from './accounts/administer-account.command.js';
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
  if (begun && (JSON.parse(readFileSync(path, 'utf8')) as { done: boolean }).done) return true;
  if (!begun && (await app.get(EncryptedEventLog).head()) !== BEGINNING) return false;
  writeFileSync(path, JSON.stringify({ done: false }));
  for (const user of DEMO_USERS) await create(app, user);
  writeFileSync(path, JSON.stringify({ done: true }));
  return true;
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
