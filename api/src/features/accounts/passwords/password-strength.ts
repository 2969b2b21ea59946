import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import { PASSWORD_MIN_LENGTH } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { TaskThread } from '../../../engine/waiting/task-thread.js';

/** zxcvbn's "safely unguessable" (decision 30). */
const SCORE_MIN = 3;
/** Most waiting passwords; further callers are refused with service_unavailable. */
const WAITING_LIMIT = 64;
/** The worker's score of a leaked password. */
const LISTED = -1;
const PRODUCT_WORDS = ['flip'];

interface Rated {
  readonly password: string;
  readonly words: readonly string[];
}

/**
 * Judges new passwords one at a time on a separate thread: a hostile one takes a tenth of a second. The first one starts
 * the thread: its word lists take a third of a second to load and much memory. It needs nothing of Nest, so that a test of the
 * web client can compare the browser's estimate with it.
 */
export class PasswordStrength implements OnApplicationShutdown {
  private readonly thread = new TaskThread<Rated, number>({
    file: join(import.meta.dirname, 'password-strength.worker.mjs'),
    limit: WAITING_LIMIT,
    workerData: { shortest: PASSWORD_MIN_LENGTH, LISTED },
  });

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }

  /**
   * Refuses a password that is easy to guess, also from the other data of its owner, or among the most common leaked ones.
   * @param password after NFKC normalization
   * @throws DomainError password-does-not-meet-requirements, service_unavailable when too many wait
   */
  async require(password: string, ownWords: readonly string[]): Promise<void> {
    const score = await this.thread.run({ password, words: [...PRODUCT_WORDS, ...ownWords] });
    if (score === null) throw new DomainError('service_unavailable');
    if (score >= SCORE_MIN) return;
    const reason = score === LISTED ? 'common' : 'guessable';
    throw new DomainError('password-does-not-meet-requirements', { reason });
  }
}
