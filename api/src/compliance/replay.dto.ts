import { ApiProperty } from '@nestjs/swagger';
import type { Replay, ReplayStep } from '../kernel/compliance.js';

class ReplayActorDto {
  /** @example "sender" */
  kind!: string;

  /** A uid for users, otherwise the name of a component. @example "transfers" */
  id!: string;
}

class ReplayedEventDto {
  /** @example "TransferRequested" */
  type!: string;

  id!: string;

  stream!: string;

  /** Number of the event in its stream. @example "12" */
  revision!: string;

  position!: string;

  at!: string;

  actor!: ReplayActorDto;

  correlationId!: string;

  /** As recorded, with personal texts. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data!: Record<string, unknown>;
}

class ReplayChangeDto {
  /** @example "remaining" */
  field!: string;

  before!: string | null;

  after!: string | null;
}

/** One event, the state after it and its changes. */
export class ReplayStepDto implements ReplayStep {
  event!: ReplayedEventDto;

  /** Field and text; null without a value, absent while it cannot be known. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string', nullable: true } })
  state!: Record<string, string | null>;

  change!: ReplayChangeDto[];
}

/** Response of GET /compliance/senders/:uid/replay */
export class ReplayDto implements Replay {
  uid!: string;

  steps!: ReplayStepDto[];
}
