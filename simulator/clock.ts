/** The clock of the process that starts the simulator: all of its time comes from it. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
}
