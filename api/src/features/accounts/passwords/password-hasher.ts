import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Options, hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../kernel/domain-error.js';

/** Concurrent hashes: argon2 runs on the thread pool that the stores also need for syncs. */
const RUNNING_LIMIT = Math.max(1, availableParallelism() - 1);
/** Most waiting hashes; further callers are refused with service_unavailable. */
const WAITING_LIMIT = 128;

/** argon2id with limited concurrency. Passwords are NFKC-normalized before. */
@Injectable()
export class PasswordHasher {
  /** The library's defaults. Tests that hash hundreds of passwords lower the cost. */
  readonly cost: Options = {};
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  /** Compared with the password for an unknown email address, so that it takes as long as for a known one. */
  private decoy: Promise<string> | undefined;

  /** @throws DomainError service_unavailable when too many wait */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, this.cost));
  }

  /** Always one verification, also for `hash` null. */
  matches(hashed: string | null, password: string): Promise<boolean> {
    return this.inTurn(async () => {
      // Created with the first comparison, for any account, so that it reveals nothing.
      const decoy = await (this.decoy ??= hash(randomBytes(16).toString('hex'), this.cost));
      const isMatch = await verify(hashed ?? decoy, password);
      return isMatch && hashed !== null;
    });
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= RUNNING_LIMIT) await this.turn();
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The slot passes directly to the next waiter, so that new callers cannot take it.
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= WAITING_LIMIT) throw new DomainError('service_unavailable');
    return new Promise((go) => this.waiting.push(go));
  }
}
