import { setTimeout as delay } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { DEMO_USERS } from '../../api/src/demo/demo-users.js';

const STEP_MS = 30_000;
/** How often to look whether the next code may be entered. */
const WAIT_MS = 500;

/** Secrets of the people of this process, by email: the demo's, and those enrolled in tests. */
const secrets = new Map(DEMO_USERS.map(({ email, totpSecret }) => [email, totpSecret]));
/** The newest step with an entered code, by server and email: each works once. */
const usedSteps = new Map<string, number>();

/** The authenticator app of everybody in the tests. */
export const authenticator = {
  add(email: string, secret: string): void {
    secrets.set(email, secret);
  },

  /** A code that was not entered before and that the server accepts now, or soon. `place`: the server that knows its use. */
  async codeOf(email: string, place: string, nowMs: () => number = Date.now): Promise<string> {
    const secret = secrets.get(email);
    if (secret === undefined) throw new Error(`${email} has no second factor here`);
    const key = `${place} ${email}`;
    for (;;) {
      const now = nowMs();
      const current = Math.floor(now / STEP_MS);
      // The step before is accepted until this one ends: only while a slow machine can still enter its code in time.
      const first = now % STEP_MS < STEP_MS / 2 ? current - 1 : current;
      const step = Math.max(first, (usedSteps.get(key) ?? 0) + 1);
      if (step <= current + 1) {
        usedSteps.set(key, step);
        return generateSync({ secret, epoch: (step * STEP_MS) / 1_000 });
      }
      await delay(WAIT_MS);
    }
  },
};
