import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../kernel/domain-error.js';

/** Hashes at one time: argon2 runs on the thread pool that the stores' syncs need too. */
const RUNNING_LIMIT = Math.max(1, availableParallelism() - 1);
/** Hashes that wait; whoever comes later is asked to come back. */
const WAITING_LIMIT = 128;

/** argon2id (the library's default and its parameters), never more at a time than the machine bears. */
@Injectable()
export class PasswordHasher {
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  /** What the password of an unknown e-mail is held against, so that it takes as long as a known one's. */
  private readonly decoy = hash(randomBytes(16).toString('hex'));

  /** @throws DomainError service_unavailable when too many wait */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(normal(password)));
  }

  /** Always one verification, also for `hash` null. */
  matches(hashed: string | null, password: string): Promise<boolean> {
    return this.inTurn(async () => {
      const held = await verify(hashed ?? (await this.decoy), normal(password));
      return held && hashed !== null;
    });
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= RUNNING_LIMIT) await this.turn();
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The turn is handed on, so nobody who comes now gets in between.
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= WAITING_LIMIT) throw new DomainError('service_unavailable');
    return new Promise((go) => this.waiting.push(go));
  }
}

/** The same characters typed on different keyboards are the same password. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
