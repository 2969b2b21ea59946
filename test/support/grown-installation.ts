import { randomUUID } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { AppModule } from '../../api/src/app.module.js';
import { prepareRuntime } from '../../api/src/config/prepare-runtime.js';
import { SECRETS_FILE } from '../../api/src/config/secrets-file.js';
import { openStores, type Stores } from '../../api/src/engine/stores/open-stores.js';
import { requireOwnStores } from '../../api/src/engine/stores/own-secrets.js';
import type { Actor, DomainEvent } from '../../api/src/event-sourcing/event.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { accountStream } from '../../api/src/features/accounts/account/account.decider.js';
import { AccessTokens } from '../../api/src/features/accounts/sessions/access-tokens.js';
import { SessionStore } from '../../api/src/features/accounts/sessions/session-store.js';
import { caseStream } from '../../api/src/features/review/cases/case-events.rules.js';
import { transferStream } from '../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import { senderStream } from '../../api/src/features/transfers/sending/transfer.decider.js';
import { STAFF_ROLES, type StaffRole } from '../../api/src/kernel/people/accounts.js';
import { acceptedTransfer, sampleAttempt } from './sample-send.js';
import { terms, TransferLife } from './transfer-life.js';

export const TRANSFERS = 2_000;
const CASES = { open: 120, proposed: 40, cleared: 20, suspicious: 20 } as const;
const OTHERS_VERIFIED = 12;
const HOUR_MS = 3_600_000;
/** Apart enough for no fraud rule to alert. */
const BETWEEN_MS = 4 * HOUR_MS;
const APPEND_LIMIT = 64;

export type Fate = keyof typeof CASES;
export type Caller = 'sender' | StaffRole;

/** The people and things of an installation that has been in use for a year. */
export interface GrownInstallation {
  readonly uids: Readonly<Record<Caller, string>>;
  /** The sender's, the oldest first: delivered. */
  readonly transfers: readonly string[];
  /** About the sender, by what became of them. */
  readonly cases: Readonly<Record<Fate, readonly string[]>>;
  /** Identity checks that are verified: the sender's first, then other people's. */
  readonly checks: readonly [string, ...string[]];
  /** Cookies by who signed in; they are valid for ten minutes, and their second factor was just used. */
  readonly cookies: Readonly<Record<Caller, string>>;
}

const features = featuresOf(AppModule);
const versions = new Map(features.events.map(({ type, schemaVersion }) => [type, schemaVersion]));
const examples = new Map(features.events.map(({ type, example }) => [type, example]));

/** Writes an installation into an empty data folder of a server that is not running. */
export async function growInstallation(folder: string): Promise<GrownInstallation> {
  const { secrets, config, clock } = await prepareRuntime({ FLIP_DATA: folder, NODE_ENV: 'test' });
  const stores = await openStores({
    folder,
    keyEncryptionKey: secrets.keyEncryptionKey,
    declarations: features.events,
    subjects: features.subjects,
  });
  const own = { secrets, file: SECRETS_FILE, testMode: config.TEST_MODE };
  await requireOwnStores({ ...stores, prefixes: features.prefixes }, own);
  try {
    const uids = Object.fromEntries(['sender', ...STAFF_ROLES].map((who) => [who, randomUUID()]));
    const people = uids as Record<Caller, string>;
    const history = new History(stores, clock.now() - (TRANSFERS + 1) * BETWEEN_MS);
    await history.register(people);
    const others = Array.from({ length: OTHERS_VERIFIED }, () => history.verify(randomUUID()));
    const checks = [await history.verify(people.sender), ...(await Promise.all(others))] as const;
    const transfers = await history.send(people.sender);
    const cases = await history.review(people, transfers);
    const sessions = new SessionStore(stores.vault, clock, secrets);
    const tokens = new AccessTokens(new JwtService({}), secrets, clock);
    const cookies = await history.signIn(people, { sessions, tokens, nowMs: clock.now() });
    return { uids: people, transfers, cases, checks, cookies };
  } finally {
    await stores.close();
  }
}

/** Facts as the product would have recorded them, from an instant on. */
class History {
  private readonly credentials = new Map<string, string>();

  constructor(
    private readonly stores: Stores,
    private readonly beganMs: number,
  ) {}

  async register(people: Readonly<Record<Caller, string>>): Promise<void> {
    for (const [who, uid] of Object.entries(people)) {
      const credentialId = randomUUID();
      this.credentials.set(uid, credentialId);
      const names = { firstName: 'Ana', lastName: 'Torres', email: `${uid}@people.example`, locale: 'en' };
      const roles = who === 'sender' ? [] : [{ type: 'RoleGranted', data: { role: who } }];
      await this.record(accountStream(uid), [
        { type: 'AccountRegistered', data: { ...names, credentialId } },
        { type: 'EmailConfirmed', data: {} },
        ...roles,
      ]);
    }
  }

  async verify(uid: string): Promise<string> {
    const requestId = randomUUID();
    const byProvider = { providerStatus: 'approved', providerAt: this.at(), by: null, reason: null };
    await this.record(senderStream(uid), [
      { type: 'KycSubmitted', data: { requestId, fullName: 'Ana Torres' } },
      { type: 'InquiryOpened', data: { requestId, inquiryId: `inq_${requestId}` } },
      { type: 'KycStatusChanged', data: { requestId, status: 'verified', ...byProvider } },
    ]);
    return requestId;
  }

  /** All of the transfers, each delivered within minutes. */
  async send(uid: string): Promise<readonly string[]> {
    const requests = Array.from({ length: TRANSFERS }, (_, index) =>
      acceptedTransfer(this.beganMs + index * BETWEEN_MS, {
        platform: 'Venmo',
        handle: '@mayaokafor',
        awaitsPayment: true,
        amountCents: 500 + index,
      }),
    );
    await this.record(senderStream(uid), requests, 2n);
    for (const { data } of requests) {
      const life = new TransferLife({ ...terms, ...data, uid });
      life.nowMs = Date.parse(data.requestedAt);
      await this.record(transferStream(data.transferId), life.toDelivered().events, 'no_stream', life.at);
    }
    return requests.map(({ data }) => data.transferId);
  }

  async review(
    { sender: uid, analyst, lead }: Readonly<Record<Caller, string>>,
    transfers: readonly string[],
  ): Promise<GrownInstallation['cases']> {
    const by = randomUUID();
    const calm = { seen: '00000000000000000001', pause: false };
    const proposed = { type: 'OutcomeProposed', data: { uid, outcome: 'cleared', ...calm, by } };
    const reviewed = (outcome: string) => ({
      type: 'CaseReviewed',
      data: { uid, ...calm, outcome, reviewedBy: lead, reviewedAt: this.at(), proposedBy: analyst },
    });
    const fates: Readonly<Record<Fate, readonly DomainEvent[]>> = {
      open: [],
      proposed: [proposed],
      cleared: [reviewed('cleared')],
      suspicious: [reviewed('suspicious')],
    };
    const found = Object.entries(CASES).map(async ([fate, count]) => {
      const ids = Array.from({ length: count }, () => randomUUID());
      for (const [index, id] of ids.entries()) {
        const txs = transfers.slice(index, index + 3);
        const transactions = txs.map((transferId) => sampleAttempt({ transferId, at: this.at() }));
        const raised = {
          uid,
          transactionId: txs.at(-1) ?? '',
          alert: { reason: 'velocity', txs },
          transactions,
        };
        const opened = { type: 'SuspiciousTransactionRaised', data: { ...raised, mode: 'live' } };
        await this.record(caseStream(id), [opened, ...fates[fate as Fate]]);
      }
      return [fate, ids] as const;
    });
    const cases: Record<string, readonly string[]> = Object.fromEntries(await Promise.all(found));
    return cases as GrownInstallation['cases'];
  }

  async signIn(
    people: Readonly<Record<Caller, string>>,
    { sessions, tokens, nowMs }: { sessions: SessionStore; tokens: AccessTokens; nowMs: number },
  ): Promise<GrownInstallation['cookies']> {
    const cookies = Object.entries(people).map(async ([who, uid]) => {
      const isStaff = who !== 'sender';
      const session = await sessions.open(uid, {
        credentialId: this.credentials.get(uid) ?? '',
        device: 'Chrome on Linux',
        staff: isStaff,
        codeAtMs: nowMs,
      });
      const roles = ['sender' as const, ...(isStaff ? [who as StaffRole] : [])];
      return [who, await tokens.sign(session, roles)] as const;
    });
    return Object.fromEntries(await Promise.all(cookies)) as GrownInstallation['cookies'];
  }

  private at(): string {
    return new Date(this.beganMs).toISOString();
  }

  /** Appends events with the example's data where a fact has none. */
  private async record(
    stream: string,
    facts: readonly DomainEvent[],
    expected: bigint | 'no_stream' = 'no_stream',
    at = this.at(),
  ): Promise<void> {
    const actor: Actor = { kind: 'system', id: 'test' };
    let revision = expected;
    for (let first = 0; first < facts.length; first += APPEND_LIMIT) {
      const events = facts.slice(first, first + APPEND_LIMIT).map(({ type, data }) => {
        const commandId = randomUUID();
        const ids = { commandId, $correlationId: commandId, $causationId: commandId };
        const metadata = { ...ids, schemaVersion: versions.get(type) ?? 1, actor, at };
        return { id: randomUUID(), type, data: { ...examples.get(type), ...data }, metadata };
      });
      ({ revision } = await this.stores.eventLog.append(stream, revision, events));
    }
  }
}
