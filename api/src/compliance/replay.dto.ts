import { ApiProperty } from '@nestjs/swagger';
import type { Replay, ReplayStep } from '../kernel/compliance.js';

class ReplayActorDto {
  @ApiProperty({ example: 'sender' })
  kind!: string;

  @ApiProperty()
  id!: string;
}

class ReplayedEventDto {
  @ApiProperty({ example: 'TransferRequested' })
  type!: string;

  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty()
  stream!: string;

  /** Number of the event in its stream. */
  @ApiProperty({ example: '12' })
  revision!: string;

  @ApiProperty()
  position!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ type: ReplayActorDto })
  actor!: ReplayActorDto;

  @ApiProperty({ format: 'uuid' })
  correlationId!: string;

  /** As recorded, with personal texts. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data!: Record<string, unknown>;
}

class ReplayChangeDto {
  @ApiProperty({ example: 'remaining' })
  field!: string;

  @ApiProperty({ type: String, nullable: true })
  before!: string | null;

  @ApiProperty({ type: String, nullable: true })
  after!: string | null;
}

/** One event, the state after it and its changes. */
export class ReplayStepDto implements ReplayStep {
  @ApiProperty({ type: ReplayedEventDto })
  event!: ReplayedEventDto;

  /** Field and text; null without a value, absent while it cannot be known. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string', nullable: true } })
  state!: Record<string, string | null>;

  @ApiProperty({ type: [ReplayChangeDto] })
  change!: ReplayChangeDto[];
}

/** Response of GET /compliance/senders/:uid/replay */
export class ReplayDto implements Replay {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({ type: [ReplayStepDto] })
  steps!: ReplayStepDto[];
}
