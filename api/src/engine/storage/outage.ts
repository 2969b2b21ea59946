import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { errorCode, errorName } from '../../kernel/error-code.js';
import { StoreUnavailable } from './store-unavailable.js';

/** Most frames of a stack in the log. */
const FRAMES_LIMIT = 8;

/** A failure that lasts: one line in the log when it begins and one when it is over, however often it is met. */
export class Outage {
  private readonly logger: Logger;
  private sinceMs: number | null = null;

  /** `name` is what fails. */
  constructor(name: string) {
    this.logger = new Logger(name);
  }

  get lasts(): boolean {
    return this.sinceMs !== null;
  }

  /** `what` is logged, with the kind of `cause`: neither may quote data. */
  begin(what: string, cause?: unknown): void {
    if (this.sinceMs !== null) return;
    this.sinceMs = performance.now();
    this.logger.warn(cause === undefined ? what : `${what}: ${reasonOf(cause)}`);
  }

  end(): void {
    if (this.sinceMs === null) return;
    this.logger.log(`works again after ${((performance.now() - this.sinceMs) / 1_000).toFixed(1)} s`);
    this.sinceMs = null;
  }
}

/** A store that is away is known by its name. Of any other error also code, place and cause: its text can quote data. */
function reasonOf(error: unknown): string {
  const name = errorName(error);
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return name;
  const { message, stack = '' } = error;
  const afterText = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  const frames = afterText.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? '' : `, caused by ${reasonOf(error.cause)}`;
  return `${[name, errorCode(error)].join(' ').trim()}\n${frames.slice(0, FRAMES_LIMIT).join('\n')}${cause}`;
}
