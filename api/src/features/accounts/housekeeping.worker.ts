import { Injectable } from '@nestjs/common';
import { ApplicationWorker } from '../../engine/subscriptions/workers/application-worker.js';
import type { VaultKind } from '../../engine/vault/vault.port.js';
import { GIVEN_UP, type OutboxRow, sentIn } from './mail/outbox.js';
import { sweptWith } from '../../engine/vault/attempt-limiter.js';
import { socialSweptWith } from './social/social-attempts.js';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** Days ago with expired counters and sign-ins with providers; a range, since the server may have been off on some days. */
const ATTEMPT_DAYS = { from: 2, to: 14 };
/** Rows of mail sent or given up only prevent duplicates, which do not occur after weeks. */
const SENT_DAYS = { from: 90, to: 180 };

/** Removes expired records from the vault: attempt counters and unfinished sign-ins of past days, rows of mail of months ago. */
@Injectable()
export class HousekeepingWorker extends ApplicationWorker {
  protected readonly name = 'housekeeping';
  protected readonly everyMs = HOUR_MS;

  /** It calls no provider. */
  protected override rests(): boolean {
    return false;
  }

  protected async work(signal: AbortSignal): Promise<void> {
    for (const owner of this.owners(ATTEMPT_DAYS, sweptWith)) await this.remove('attempts', owner, signal);
    for (const owner of this.owners(ATTEMPT_DAYS, socialSweptWith))
      await this.remove('social', owner, signal);
    for (const owner of this.owners(SENT_DAYS, sentIn)) await this.remove('outbox', owner, signal);
    const oldMs = this.clock.now() - SENT_DAYS.from * DAY_MS;
    for (const { id, value } of await this.vault.list<OutboxRow>('outbox', GIVEN_UP))
      if ((value.requestedAtMs ?? 0) < oldMs) await this.vault.delete('outbox', id);
  }

  private owners(days: { from: number; to: number }, ownerAt: (ms: number) => string): ReadonlySet<string> {
    const nowMs = this.clock.now();
    const ages = Array.from({ length: days.to - days.from + 1 }, (_, index) => days.from + index);
    return new Set(ages.map((age) => ownerAt(nowMs - age * DAY_MS)));
  }

  private async remove(kind: VaultKind, owner: string, signal: AbortSignal): Promise<void> {
    for (const { id } of await this.vault.list(kind, owner)) {
      if (signal.aborted) return;
      await this.vault.delete(kind, id);
    }
  }
}
