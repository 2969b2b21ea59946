// How several processes share the provider calls (row 20): nothing is measured, everything is computed from a seed.
import { crc32 } from 'node:zlib';
import { divide } from '../../dist/compiled/api/src/engine/subscriptions/workers/lease-members.js';

const TICK_MS = 10;
/** Of the product: a lease, its renewal, and the look for transfers that nobody has named. */
export const LEASE_MS = 5_000;
const RENEW_EVERY_MS = LEASE_MS / 3;
const FIND_EVERY_MS = 1_000;
/** Of a transfer at the card processor, one after the other: to authorize and to capture. */
export const CALLS = 2;

/** The partition of a transfer, as the product's QueueWorker computes it. */
export function partitionOf(transferId, partitions) {
  return crc32(transferId) % partitions;
}

/**
 * The calls of `transfers` { atMs, partition }, in the order of their times: of which process, ready and begun when. The
 * first process is killed at `killAtMs`, another one comes at `joinAtMs`; `perSecond` and `parallel` are bounds of all
 * processes together, `callMs` is the mean time of a call. Stops when no call is outstanding.
 */
export function simulate(plan, transfers, random) {
  const simulation = new Simulation(plan, random);
  for (let next = 0; next < transfers.length || simulation.open > 0;) {
    simulation.tick();
    while (transfers[next]?.atMs <= simulation.nowMs) simulation.arrive(transfers[next++]);
  }
  return simulation.calls;
}

class Simulation {
  calls = [];
  /** Transfers that have calls to come. */
  open = 0;
  nowMs = 0;
  /** By tick. */
  happenings = new Map();
  processes = [];
  /** Stored record of the lease. */
  members = [];

  constructor(plan, random) {
    Object.assign(this, { plan, random });
    /** Calls that their process has not found yet. */
    this.unfound = Array.from({ length: plan.partitions }, () => []);
    for (let count = 0; count < plan.processes; count += 1) this.join();
    const { killAtMs = Infinity, joinAtMs = Infinity } = plan;
    this.at(killAtMs, () => this.kill(this.processes[0]));
    this.at(joinAtMs, () => this.join());
  }

  at(atMs, happen) {
    const tick = Math.max(Math.ceil(atMs / TICK_MS), this.nowMs / TICK_MS + 1);
    const others = this.happenings.get(tick);
    if (others) others.push(happen);
    else this.happenings.set(tick, [happen]);
  }

  tick() {
    this.nowMs += TICK_MS;
    const key = this.nowMs / TICK_MS;
    for (const happen of this.happenings.get(key) ?? []) happen();
    this.happenings.delete(key);
  }

  arrive({ partition }) {
    this.open += 1;
    this.offer({ partition, readyMs: this.nowMs, left: CALLS });
  }

  join() {
    const [held, inProgress, seen] = [new Set(), new Set(), new Map()];
    const one = { name: this.processes.length, held, inProgress, seen, waiting: [], nextMs: 0, sharing: 1 };
    this.processes.push(one);
    this.at(this.nowMs + this.random() * RENEW_EVERY_MS, () => this.renew(one));
    this.at(this.nowMs + this.random() * FIND_EVERY_MS, () => this.find(one));
  }

  /** Another member has ended when its beat has stood still for the length of a lease. */
  renew(one) {
    if (one.isKilled) return;
    const { seen, name } = one;
    for (const { holder, beat } of this.members)
      if (seen.get(holder)?.beat !== beat) seen.set(holder, { beat, sinceMs: this.nowMs });
    const endMs = (holder) => (holder === name ? Infinity : seen.get(holder).sinceMs + LEASE_MS);
    const members = this.members.filter(({ holder }) => endMs(holder) > this.nowMs);
    const { place, kept, taken, surplus } = divide(members, name, this.plan.partitions);
    const busy = surplus.filter((number) =>
      [...one.inProgress].some(({ partition }) => partition === number),
    );
    one.held = new Set([...kept, ...taken]);
    const partitions = [...kept, ...taken, ...busy];
    this.members = members.toSpliced(place, 1, { holder: name, beat: this.nowMs, partitions });
    for (const call of one.waiting.splice(0)) this.offer(call);
    const ends = members.map(({ holder }) => endMs(holder));
    this.at(Math.min(this.nowMs + RENEW_EVERY_MS, ...ends), () => this.renew(one));
  }

  find(one) {
    if (one.isKilled) return;
    one.sharing = this.members.length;
    for (const partition of one.held) for (const call of this.unfound[partition].splice(0)) this.offer(call);
    this.at(this.nowMs + FIND_EVERY_MS, () => this.find(one));
  }

  offer(call) {
    const owner = this.processes.find(({ held }) => held.has(call.partition));
    if (!owner) return void this.unfound[call.partition].push(call);
    owner.waiting.push(call);
    this.begin(owner);
  }

  /** Begins calls while there is room; each then waits for its turn at the provider. */
  begin(one) {
    const { parallel, perSecond, callMs } = this.plan;
    const limit = Math.max(1, Math.floor(parallel / one.sharing));
    while (one.inProgress.size < limit && one.waiting.length > 0) {
      const call = one.waiting.shift();
      const beganMs = Math.max(this.nowMs, one.nextMs);
      one.nextMs = beganMs + (1_000 * one.sharing) / perSecond;
      one.inProgress.add(call);
      this.at(beganMs + callMs * (0.5 + this.random()), () => this.end(one, call, beganMs));
    }
  }

  end(one, call, beganMs) {
    // Nobody hears the response to a killed process: the call is repeated.
    if (one.isKilled) return;
    one.inProgress.delete(call);
    this.calls.push({ process: one.name, readyMs: call.readyMs, beganMs });
    if (call.left === 1) this.open -= 1;
    else this.offer({ ...call, readyMs: this.nowMs, left: call.left - 1 });
    this.begin(one);
  }

  kill(one) {
    one.isKilled = true;
    one.held = new Set();
    for (const call of [...one.inProgress, ...one.waiting]) this.offer(call);
  }
}
