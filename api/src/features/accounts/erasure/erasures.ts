import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Config, serverUrls } from '../../../config/config.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { DATA_KEY_LIFE_MS, DataKeys } from '../../../engine/event-store/data-keys.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { BEGINNING } from '../../../engine/event-store/event-store.port.js';
import { LostDecisions } from '../../../engine/safety/lost-decisions.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { onceUnderLease } from '../../../engine/subscriptions/workers/lease.js';
import { everyRecord } from '../../../engine/vault/every-record.js';
import { updateRecord } from '../../../engine/vault/update-record.js';
import { Vault, VAULT_KINDS, type VaultKind } from '../../../engine/vault/vault.port.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { unlessAborted } from '../../../engine/waiting/time-limit.js';
import { streamId, type Actor, type Position } from '../../../event-sourcing/event.js';
import { Features } from '../../../event-sourcing/event-sourcing.module.js';
import { requireRetentionOver } from '../../../kernel/people/retention.rules.js';
import type { AccountEvent } from '../account/account-events.rules.js';
import { accountDecider, accountStream } from '../account/account.decider.js';
import { Claims } from '../account/claims.js';
import type { OutboxRow } from '../mail/outbox.js';
import { ERASURES } from './erasure-checkpoint.js';
import { GetRetention } from './get-retention.query.js';

/** How often a process looks whether another one has finished. */
const LOOK_EVERY_MS = 500;

/** Records that no person owns, or that must stay: who was erased. */
const KEPT_KINDS: ReadonlySet<VaultKind> = new Set<VaultKind>([
  ...(['check', 'format', 'data-key', 'checkpoint', 'lease', 'run'] as const),
]);

/** How the value of a record can name a person: as its subject, its recipient, or the owner of parked events. */
interface NamedValue extends Partial<Pick<OutboxRow, 'to'>> {
  readonly uid?: string;
  readonly key?: string;
}

interface Erased {
  readonly uid: string;
  /** ISO-8601 UTC. */
  readonly at: string;
  readonly by: Actor;
}

/** Reports the current step to an operator. */
export type Say = (line: string) => void;

interface Run {
  readonly say?: Say;
  /** Ends the run between two steps; the next run does the rest. */
  readonly signal?: AbortSignal;
}

/**
 * Erases people whose retention has ended. What is to be done follows from the log alone: every AccountErased beyond the
 * checkpoint, which moves once all its steps are done. Each step can be repeated, so a stop at any of them costs nothing.
 */
@Injectable()
export class Erasures implements OnModuleInit {
  private readonly logger = new Logger('erasures');
  /** Views without any document from before this start. */
  private empty: ReadonlySet<string> = new Set();
  private last: Promise<unknown> = Promise.resolve();

  // oxlint-disable-next-line flip/max-params -- Nest injects each
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly features: Features,
    private readonly log: EncryptedEventLog,
    private readonly vault: Vault,
    private readonly views: ViewStore,
    private readonly keys: DataKeys,
    private readonly runner: CommandRunner,
    private readonly subscriptions: SubscriptionRunner,
    private readonly lost: LostDecisions,
    private readonly retention: GetRetention,
    private readonly claims: Claims,
  ) {}

  /** Before any view reads the log: no document is made with a key that is to be destroyed. */
  onModuleInit(): Promise<void> {
    return nowOrLater(async () => {
      await this.lost.decideAgain();
      const { erased } = await this.waiting();
      if (erased.length === 0) return;
      await this.destroyKeys(erased);
      const names = this.features.projections.map(({ name }) => name);
      const generations = await Promise.all(names.map((name) => this.views.generations(name)));
      this.empty = new Set(
        names.filter((_, place) => {
          const { live, building } = generations[place] ?? {};
          return live === null && building === null;
        }),
      );
    });
  }

  /** Before requests are served: what a restore has undone is erased again, everywhere. */
  erasedAgain(): Promise<void> {
    return nowOrLater(async () => {
      const { erased } = await this.waiting();
      if (!erased.some(({ by }) => by.kind === 'system' && by.id === 'restore')) return;
      await this.complete({ say: (line) => this.logger.log(line) });
    });
  }

  /**
   * Records that a person is erased. A repeat records nothing.
   * @throws account_not_found, the refusals of requireRetentionOver, StoreUnavailable
   */
  async erase(uid: string, by: string): Promise<void> {
    const stream = accountStream(uid);
    const isErased = await this.runner.query(accountDecider, stream, ({ account }) => account?.erased);
    if (isErased === true) return;
    const facts = await this.retention.execute(uid);
    requireRetentionOver(facts, this.config.RETENTION_YEARS, isoInstant(this.clock.now()));
    await this.runner.execute({
      decider: accountDecider,
      stream,
      command: { type: 'EraseAccount' },
      context: newCommandContext({ kind: 'system', id: by }),
    });
  }

  /**
   * Does everything that recorded erasures need, once no other process does; nothing when there are none. Several share one
   * rebuild of the views.
   * @throws StoreUnavailable, RebuildStopped: a repeat does the rest
   */
  async complete(run: Run = {}): Promise<void> {
    const { vault, clock } = this;
    if ((await this.waiting()).erased.length === 0) return;
    const lease = { name: ERASURES.id, vault, clock, everyMs: LOOK_EVERY_MS, signal: run.signal };
    const done = this.last.then(() => onceUnderLease(lease, () => this.completeNow(run)));
    this.last = done.catch(() => undefined);
    await done;
  }

  /** The next look at the log begins here, unless something waits. */
  async noteProgress(): Promise<void> {
    const { erased, through } = await this.waiting();
    if (erased.length === 0) await this.moveTo(through);
  }

  private async completeNow({ say = () => undefined, signal }: Run): Promise<void> {
    const { erased, through } = await this.waiting();
    if (erased.length === 0) return;
    await this.destroyKeys(erased);
    await this.removeRecords(erased);
    say(`${erased.length} erased: their keys and records are removed`);
    await this.keysForgotten(say, signal);
    await this.renewViews(say, signal);
    say('the files are written anew');
    await this.views.shred();
    await this.vault.shred();
    await this.moveTo(through);
    this.empty = new Set();
    this.logger.log(`${erased.length} erased`);
  }

  /** Every erasure beyond the checkpoint, and how far the log was read. */
  private async waiting(): Promise<{ readonly erased: readonly Erased[]; readonly through: Position }> {
    const erased: Erased[] = [];
    const { kind, id } = ERASURES;
    let through =
      (await this.vault.get<{ readonly through: Position }>(kind, id))?.value.through ?? BEGINNING;
    const reading = new AbortController();
    const follow = { after: through, prefixes: [accountStream.prefix], signal: reading.signal };
    for await (const page of this.log.followStored(follow)) {
      for (const stored of page.events) {
        if (stored.type !== 'AccountErased') continue;
        const entry = this.log.decodeImpersonal(stored);
        if (!('event' in entry)) continue;
        const { stream, metadata } = entry.event;
        erased.push({ uid: streamId(stream), at: metadata.at, by: metadata.actor });
      }
      ({ through } = page);
      if (page.live) break;
      await nextTurn();
    }
    reading.abort();
    return { erased, through };
  }

  /** First of all: what is read from now on has no text of them. */
  private async destroyKeys(erased: readonly Erased[]): Promise<void> {
    for (const { uid, at } of erased) {
      await this.releaseAddresses(uid);
      await this.keys.destroy(uid, at);
    }
  }

  /** After a restore they may be claimed again, and they are unknown once the key is destroyed. */
  private async releaseAddresses(uid: string): Promise<void> {
    for await (const { data } of this.log.read<AccountEvent>(accountStream(uid)))
      if ('email' in data) await this.claims.releaseEmail(data.email, uid);
  }

  private async removeRecords(erased: readonly Erased[]): Promise<void> {
    const theirs = new Set<unknown>(
      erased.flatMap(({ uid }) => [uid, ...this.features.prefixes.map((prefix) => `${prefix}${uid}`)]),
    );
    for (const kind of VAULT_KINDS.filter((one) => !KEPT_KINDS.has(one))) {
      for await (const records of everyRecord(this.vault, kind)) {
        for (const { id, owner, value } of records) {
          const { to, uid, key } = value as NamedValue;
          // Ids of tokens that were withdrawn end with the uid.
          const named = [id, id.split(' ').at(-1), owner, uid, key, to && 'uid' in to && to.uid];
          if (named.some((name) => theirs.has(name))) await this.vault.delete(kind, id);
        }
        // Embedded stores answer within the turn: without this, requests would wait for the whole vault.
        await nextTurn();
      }
    }
  }

  /** Other processes on the same servers decrypt with the keys that they know for another minute. */
  private async keysForgotten(say: Say, signal?: AbortSignal): Promise<void> {
    if (serverUrls(this.config) === null) return;
    say('a minute passes until no process knows the keys anymore');
    await delay(DATA_KEY_LIFE_MS, undefined, { signal });
  }

  private async renewViews(say: Say, signal?: AbortSignal): Promise<void> {
    for (const { name } of this.features.projections) {
      if (this.empty.has(name)) continue;
      signal?.throwIfAborted();
      await unlessAborted(this.subscriptions.renew(name), signal);
      say(`${name}: rebuilt`);
    }
  }

  private async moveTo(through: Position): Promise<void> {
    const { owner, ...id } = ERASURES;
    await updateRecord(this.vault, id, () => ({ put: { owner, value: { through } }, result: undefined }));
  }
}

/** Work of a start: while a store is unavailable nothing can be read, and the worker does it once the stores respond. */
async function nowOrLater(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
