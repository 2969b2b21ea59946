import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Clock, isoInstant } from '../../config/clock.js';
import { AttemptLimiter } from '../../engine/vault/attempt-limiter.js';
import { updateRecord } from '../../engine/vault/update-record.js';
import { Vault } from '../../engine/vault/vault.port.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { DataExport } from '../../kernel/people/personal-data.js';
import { NotifyOfExport } from '../access/notify-of-export.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Requests of a person: three, then one every eight hours. */
const REQUESTS = { name: 'export', burst: 3, everyMs: 8 * HOUR_MS };
/** How long, and how often, a request can be downloaded: a broken download is begun again. */
const OPEN_MS = HOUR_MS;
const DOWNLOADS = 3;
/** A download that has not been noted for so long has ended with its process. */
const SILENT_MS = 30_000;

/** A request; the vault has no byte of the archive. */
interface Requested {
  readonly untilMs: number;
  readonly downloadsLeft: number;
  readonly bytes: number | null;
  readonly making: { readonly id: string; readonly notedAtMs: number; readonly percent: number } | null;
}

/** Requests for one's own data and how far their downloads are, for whichever process is asked. */
@Injectable()
export class DataExports {
  constructor(
    private readonly vault: Vault,
    private readonly limiter: AttemptLimiter,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  async stateOf(uid: string): Promise<DataExport> {
    const requested = this.open((await this.vault.get<Requested>('export', uid))?.value);
    if (!requested) return { state: 'none', until: null, percent: null, bytes: null };
    const { untilMs, bytes, making } = requested;
    const until = isoInstant(untilMs);
    return making
      ? { state: 'making', until, percent: making.percent, bytes }
      : { state: 'ready', until, percent: null, bytes };
  }

  /** A request that is open is the same one. Its owner is mailed before it can be downloaded. @throws too_many_attempts */
  async request(uid: string): Promise<DataExport> {
    const known = await this.stateOf(uid);
    if (known.state !== 'none') return known;
    await this.limiter.take(REQUESTS, uid);
    await this.commands.execute(new NotifyOfExport(uid, randomUUID()));
    const untilMs = this.clock.now() + OPEN_MS;
    const value: Requested = { untilMs, downloadsLeft: DOWNLOADS, bytes: null, making: null };
    await this.change(uid, (requested) => requested ?? value);
    return this.stateOf(uid);
  }

  /** Begins a download; one at a time. @throws not_found without a request, export_under_way */
  async begin(uid: string): Promise<string> {
    const id = randomUUID();
    await this.change(uid, (requested) => {
      if (!requested) throw new DomainError('not_found');
      if (requested.making) throw new DomainError('export_under_way');
      const making = { id, notedAtMs: this.clock.now(), percent: 0 };
      return { ...requested, downloadsLeft: requested.downloadsLeft - 1, making };
    });
    return id;
  }

  /** Reports that a download continues. */
  async note(uid: string, id: string, percent: number): Promise<void> {
    await this.change(uid, (requested) =>
      requested?.making?.id === id
        ? { ...requested, making: { id, notedAtMs: this.clock.now(), percent } }
        : null,
    );
  }

  /** @param bytes null for one that broke off */
  async end(uid: string, id: string, bytes: number | null): Promise<void> {
    await this.change(uid, (requested) =>
      requested?.making?.id === id ? { ...requested, making: null, bytes: bytes ?? requested.bytes } : null,
    );
  }

  /** The record stays as it is when there is nothing to write. */
  private async change(uid: string, to: (requested: Requested | null) => Requested | null): Promise<void> {
    await updateRecord<Requested, undefined>(this.vault, { kind: 'export', id: uid }, (record) => {
      const value = to(this.open(record?.value));
      return { ...(value && { put: { owner: uid, value } }), result: undefined };
    });
  }

  /** A request that can be downloaded, or is being downloaded; null once it is over. */
  private open(requested: Requested | undefined): Requested | null {
    if (!requested) return null;
    const nowMs = this.clock.now();
    const isMaking = requested.making !== null && nowMs - requested.making.notedAtMs < SILENT_MS;
    if (isMaking) return requested;
    const isOpen = nowMs < requested.untilMs && requested.downloadsLeft > 0;
    return isOpen ? { ...requested, making: null } : null;
  }
}
