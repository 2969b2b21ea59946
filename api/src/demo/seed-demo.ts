import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { AccountDirectory } from '../features/accounts/account/account-directory.js';
import { Administer } from '../features/accounts/account/administer-account.command.js';
import { EnrolDemoPerson } from '../features/accounts/second-factor/enrol-second-factor.command.js';
import { ConfirmEmailOf } from '../features/accounts/sign-up/confirm-email.command.js';
import { SignUp } from '../features/accounts/sign-up/sign-up.command.js';
import { VerifyDemoSender } from '../features/verification/verify-demo-sender.command.js';
import { AppModule } from '../app.module.js';
import { Clock, systemClock } from '../config/clock.js';
import { Config, serverUrls } from '../config/config.js';
import { replaceFile } from '../config/files.js';
import { parseJson } from '../kernel/parse-json.js';
import type { PreparedRuntime } from '../config/prepare-runtime.js';
import { providerSettings, type SimulatorAddresses } from '../config/runtime.js';
import { Features } from '../event-sourcing/event-sourcing.module.js';
import { EncryptedEventLog } from '../engine/event-store/encrypted-event-log.js';
import { EventStore } from '../engine/event-store/event-store.port.js';
import { DomainError } from '../kernel/domain-error.js';
import type { StaffRole } from '../kernel/people/accounts.js';
import { hasEvents } from '../engine/stores/own-secrets.js';
import { onceUnderLease } from '../engine/subscriptions/workers/lease.js';
import { SubscriptionRunner } from '../engine/subscriptions/subscription-runner.js';
import { Vault } from '../engine/vault/vault.port.js';
import { DEMO_STORY, type DemoPerson } from './demo-story.js';
import { DEMO_USERS, type DemoUser } from './demo-users.js';
import { recordStep, StoryClock, type Story } from './record-story.js';
import { reacted, settled } from './settled.js';
import { StorySimulator } from './story-simulator.js';

/** Distinguishes an interrupted first start from a finished one. */
const PROGRESS_FILE = 'demo.json';
/** Views are read only at the end and where the story waits for them or a saga; in between, events are batched. */
const WRITES_EVERY_MS = 10_000;
/** How often a first start checks whether another one has finished. */
const LEASE_CHECK_MS = 200;

const STAFF_ROLES: Readonly<Partial<Record<DemoUser['role'], StaffRole>>> = {
  analyst: 'analyst',
  lead: 'lead',
  operator: 'operator',
  'second operator': 'operator',
  auditor: 'auditor',
};

interface Progress {
  readonly done: boolean;
  /** False for stores that had events before, without the demo. */
  readonly seeded: boolean;
  /** The end of the story, so that a start that finishes it uses the same instants. */
  readonly endMs: number;
}

/** The simulator as far as the story needs it. */
interface OpenedSimulator extends SimulatorAddresses {
  close(): Promise<void>;
}

/**
 * Fills empty stores with the demo users and months of their history, which is played by the product itself and the
 * simulator, both with a clock in the past and both closed before others open the data folder. The next start finishes an
 * interrupted one. True when this data folder has the demo users. @throws StoreUnavailable
 */
export async function seedHistory(
  prepared: PreparedRuntime,
  openSimulator: (clock: Clock) => Promise<OpenedSimulator>,
): Promise<boolean> {
  const begun = progressIn(prepared.dataDir);
  if (begun?.done) return begun.seeded;
  const clock = new StoryClock(prepared.clock.now());
  const simulator = await openSimulator(clock);
  try {
    return await playStory(prepared, { clock, simulator });
  } finally {
    await simulator.close();
  }
}

async function playStory(
  prepared: PreparedRuntime,
  { clock, simulator }: { readonly clock: StoryClock; readonly simulator: OpenedSimulator },
): Promise<boolean> {
  // Months-old events are not mailed, and the story takes the steps of the workers at its own instants.
  const providers = { ...providerSettings(prepared, simulator), smtpUrl: null, workersRest: true };
  const root = AppModule.forRoot({ ...prepared, providers, clock });
  const begun = progressIn(prepared.dataDir);
  const app = await NestFactory.createApplicationContext(begun ? resumed(root, clock) : root, {
    logger: false,
    // Otherwise Nest exits the process without reporting why.
    abortOnError: false,
  });
  try {
    return await seedOnce(app, prepared.dataDir, async (endMs) => {
      const story: Story = { app, endMs, uids: new Map(), simulator: new StorySimulator(simulator) };
      await reacted(app);
      const playedMs = begun === null ? -Infinity : await playedUntil(app);
      app.get(SubscriptionRunner).slowDown(WRITES_EVERY_MS);
      for (const step of DEMO_STORY) {
        const nowMs = endMs - step.beforeMs;
        clock.set(nowMs);
        const isPlayed = nowMs < playedMs;
        if (step.type === 'sign-up') {
          const known = isPlayed ? await uidOfPlayed(app, step.email) : null;
          story.uids.set(step.email, known ?? (await signUp(app, step.email, step.person)));
        } else if (!isPlayed) await recordStep(story, step);
      }
      clock.set(endMs);
      await settled(app);
    });
  } finally {
    await app.close();
  }
}

/** The instant of the newest event: earlier steps of an interrupted start are complete, and one of that instant is repeated. */
async function playedUntil(app: INestApplicationContext): Promise<number> {
  return (await app.get(EventStore, { strict: false }).newestAtMs()) ?? -Infinity;
}

/** The uid of a person of an interrupted start, who may have closed the account since; null without one. */
async function uidOfPlayed(app: INestApplicationContext, email: string): Promise<string | null> {
  const [uid = null] = await app.get(AccountDirectory, { strict: false }).claimantsOf(email);
  return uid;
}

/** Sets the clock to the newest event, since what sagas still have to do after an interruption is dated there, not now. */
function resumed(root: DynamicModule, clock: StoryClock): DynamicModule {
  const newest = {
    provide: StoryClock,
    inject: [EventStore],
    async useFactory(events: EventStore) {
      clock.set((await events.newestAtMs()) ?? clock.now());
      return clock;
    },
  };
  return { ...root, providers: [...(root.providers ?? []), newest] };
}

/** Fills empty stores with only the demo users, in the running server. @throws StoreUnavailable */
export async function seedUsers(app: INestApplicationContext, dataDir: string): Promise<boolean> {
  return seedOnce(app, dataDir, async () => {
    for (const { email, role } of DEMO_USERS) {
      const uid = await signUp(app, email, null);
      if (role === 'verified sender') await app.get(CommandBus).execute(new VerifyDemoSender(uid));
    }
  });
}

/** Also records that stores had events before, so that the next start need not check. */
async function seedOnce(
  app: INestApplicationContext,
  dataDir: string,
  record: (endMs: number) => Promise<void>,
): Promise<boolean> {
  const write = (progress: Progress) => replaceFile(join(dataDir, PROGRESS_FILE), JSON.stringify(progress));
  const seed = async () => {
    const begun = progressIn(dataDir);
    if (begun?.done) return begun.seeded;
    const [{ store: eventStore }, { prefixes }] = [app.get(EncryptedEventLog), app.get(Features)];
    const endMs = begun?.endMs ?? app.get(Clock).now();
    const seeded = begun !== null || !(await hasEvents({ eventStore, prefixes }));
    if (seeded) {
      await write({ done: false, seeded, endMs });
      await record(endMs);
    }
    await write({ done: true, seeded, endMs });
    return seeded;
  };
  const begun = progressIn(dataDir);
  if (begun?.done) return begun.seeded;
  // This process has its data folder locked, but on servers another first start may be running.
  if (!serverUrls(app.get<Config>(Config))) return seed();
  const vault = app.get<Vault>(Vault);
  // The system clock, because the story's clock is set back.
  return onceUnderLease({ name: 'demo', vault, clock: systemClock, everyMs: LEASE_CHECK_MS }, seed);
}

/** An interruption leaves the previous file intact, so a damaged file is ignored, and the events decide. */
function progressIn(dataDir: string): Progress | null {
  const path = join(dataDir, PROGRESS_FILE);
  return existsSync(path) ? (parseJson(readFileSync(path, 'utf8')) as Progress | null) : null;
}

/** Creates an account with a confirmed address and a demo user's role, or completes an interrupted one. Returns its uid. */
async function signUp(
  app: INestApplicationContext,
  email: string,
  person: DemoPerson | null,
): Promise<string> {
  const commands = app.get(CommandBus);
  const user = DEMO_USERS.find((one) => one.email === email);
  const { firstName, lastName, password, locale } = {
    // The other people never sign in.
    password: randomUUID(),
    locale: 'en' as const,
    ...(user ?? person ?? { firstName: '', lastName: '' }),
  };
  try {
    await commands.execute(new SignUp({ firstName, lastName, email, password, locale }, null));
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'email_taken')) throw error;
  }
  const uid = await app.get(AccountDirectory, { strict: false }).claimantOf(email);
  if (uid === null) throw new Error('A demo user has no account after signing up');
  await commands.execute(new ConfirmEmailOf(uid));
  if (user) await appoint(commands, user, uid);
  return uid;
}

/** Makes a demo user staff, with the second factor that every staff route requires. */
async function appoint(
  commands: CommandBus,
  { email, role, totpSecret }: DemoUser,
  uid: string,
): Promise<void> {
  const staffRole = STAFF_ROLES[role];
  if (staffRole)
    await commands.execute(new Administer(email, { type: 'GrantRole', role: staffRole }, 'demo'));
  if (totpSecret !== undefined) await commands.execute(new EnrolDemoPerson(uid, totpSecret));
}
