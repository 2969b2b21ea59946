import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../engine/vault/key-ring.js';
import { Secrets } from '../../config/runtime.js';
import type { Position } from '../../event-sourcing/event.js';
import { decrypt, encrypt } from '../../engine/event-store/envelope.js';

/** Header in which clients receive and return tokens. */
export const POSITION_HEADER = 'x-flip-position';
/** Most tokens that one request may return. */
export const POSITION_TOKENS_LIMIT = 16;

const CONTEXT = 'position';
const RUN_BYTES = 8;
/** Longer than the positions of either store; the rest is zeros, so that all tokens are equally long. */
const POSITION_BYTES = 32;
/** Nonce, authentication tag, run and position in base64url. */
const TOKEN_PATTERN = /^[\w-]{91}$/;

/** The contents of a token. */
export interface ReadToken {
  readonly position: Position;
  /** Whether this process made it since its start: then this process saw the log that the position is in. */
  readonly isOfThisRun: boolean;
}

/**
 * Positions of the log as clients get them: encrypted with a random nonce and equally long, so that clients cannot count what
 * was recorded between two of them, nor tell whether two are equal (docs/security.md).
 */
@Injectable()
export class PositionTokens {
  private readonly ring: KeyRing;
  private readonly run = randomBytes(RUN_BYTES);

  constructor(secrets: Secrets) {
    this.ring = new KeyRing(secrets, 'position');
  }

  tokenOf(position: Position): string {
    const plain = Buffer.alloc(RUN_BYTES + POSITION_BYTES);
    this.run.copy(plain);
    const length = plain.write(position, RUN_BYTES, 'latin1');
    if (length < position.length) throw new Error('A position is longer than its token');
    return encrypt(this.ring.all[0].secret, CONTEXT, plain).toString('base64url');
  }

  /** Null for anything that no process with our secrets made. */
  read(token: unknown): ReadToken | null {
    if (typeof token !== 'string' || !TOKEN_PATTERN.test(token)) return null;
    const plain = this.opened(Buffer.from(token, 'base64url'));
    if (!plain) return null;
    const position = plain.toString('latin1', RUN_BYTES).replace(/\0+$/, '');
    return { position, isOfThisRun: this.run.equals(plain.subarray(0, RUN_BYTES)) };
  }

  /** The positions in a header of tokens between commas; foreign tokens, and those over the limit, are ignored. */
  positionsIn(header: unknown): readonly Position[] {
    if (typeof header !== 'string') return [];
    return header
      .split(',', POSITION_TOKENS_LIMIT)
      .map((token) => this.read(token.trim())?.position ?? '')
      .filter(Boolean);
  }

  /** All tokens are equally long, so none names its key. */
  private opened(token: Buffer): Buffer | null {
    for (const { secret } of this.ring.all)
      try {
        return decrypt(secret, CONTEXT, token);
      } catch {
        // Another key may have made it.
      }
    return null;
  }
}
