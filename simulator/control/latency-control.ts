import { z } from 'zod';
import { postJson } from './post-json.js';
import { json, type SimulatorRoute } from '../simulator-server.js';
import { SIMULATED_APIS, type Simulation } from '../simulation.js';

/** Longest delay of a response; every client of ours gives up earlier. */
const LATENCY_LIMIT_MS = 60_000;
const HANG_LIMIT = 20;

const ms = z.int().min(0).max(LATENCY_LIMIT_MS).optional();
const latencySchema = z.strictObject({
  stripe: ms,
  paypal: ms,
  persona: ms,
  /** Calls as `GET /control/calls` names them. */
  hang: z
    .array(z.string().regex(new RegExp(`^(${SIMULATED_APIS.join('|')})\\.[\\w.]{1,80}$`)))
    .max(HANG_LIMIT)
    .optional(),
});

/** Control for tests and the bench: slow providers, and calls without a response. Each request replaces the one before. */
export const latencyRoute = ({ calls }: Simulation): SimulatorRoute =>
  postJson(/^\/control\/latency$/, latencySchema, (latency) => {
    calls.latency = latency;
    return json(200, latency);
  });
