import { makeRoom, type Used } from '../config/make-room.js';
import type { PendingCommand } from './pending-command.js';
import { StreamStates } from './stream-states.js';

/** Streams whose states are kept in memory. */
export const CACHED_STREAMS_LIMIT = 10_000;
/** Events folded into all of them: a state may remember each of its events, so this is what bounds the memory. */
export const CACHED_EVENTS_LIMIT = 500_000;

/** What the runner holds of one stream: who waits for it, and the states folded from it. */
export class StreamLane implements Used {
  readonly queue: PendingCommand[] = [];
  /** Somebody works through the queue. */
  isBusy = false;
  /** Again, since room was last made. */
  wasUsed = false;
  states: StreamStates | null = null;

  constructor(readonly stream: string) {}
}

/**
 * The lanes of the streams used last. A lane stays where it is while it is used: a map from which entries come and
 * go with every command is rebuilt all the time, and what it held lives on until a full collection of garbage.
 */
export class StreamLanes {
  private readonly lanes = new Map<string, StreamLane>();
  private events = 0;

  constructor(
    private readonly limit = CACHED_STREAMS_LIMIT,
    private readonly eventsLimit = CACHED_EVENTS_LIMIT,
  ) {}

  /** The lane of the stream, made when there is none. */
  of(stream: string): StreamLane {
    const known = this.lanes.get(stream);
    if (known) {
      known.wasUsed = true;
      return known;
    }
    this.makeRoom(this.limit - 1);
    const lane = new StreamLane(stream);
    this.lanes.set(stream, lane);
    return lane;
  }

  /** The states, out of the lane until they are put back: so a failed append leaves no trace. */
  take(lane: StreamLane): StreamStates {
    const { states } = lane;
    if (!states) return new StreamStates(lane.stream);
    lane.states = null;
    this.events -= states.events;
    return states;
  }

  put(lane: StreamLane, states: StreamStates): void {
    lane.states = states;
    this.events += states.events;
    this.makeRoom(this.limit);
  }

  private makeRoom(lanesLeft: number): void {
    makeRoom(this.lanes, {
      isWithin: () => this.lanes.size <= lanesLeft && this.events <= this.eventsLimit,
      isHeld: ({ isBusy }) => isBusy,
      letGo: ({ states }) => {
        this.events -= states?.events ?? 0;
      },
    });
  }
}
