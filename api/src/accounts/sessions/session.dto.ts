import type { SessionItem } from '../../kernel/accounts.js';

/** One of a user's sessions. */
export class SessionDto implements SessionItem {
  id!: string;

  /** `unknown` when the browser did not name itself. @example "Chrome, Windows" */
  device!: string;

  createdAt!: string;

  lastSeenAt!: string;

  /** Whether this request belongs to it. */
  current!: boolean;
}

/** A user's sessions, most recently used first. */
export class SessionsDto {
  items!: SessionDto[];
}
