import { ApiProperty } from '@nestjs/swagger';
import type { SessionItem } from '../../kernel/accounts.js';

/** One of a user's sessions. */
export class SessionDto implements SessionItem {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** `unknown` when the browser did not name itself. @example "Chrome, Windows" */
  device!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  lastSeenAt!: string;

  /** Whether this request belongs to it. */
  current!: boolean;
}

/** A user's sessions, most recently used first. */
export class SessionsDto {
  items!: SessionDto[];
}
