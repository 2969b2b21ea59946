import { generateSync } from 'otplib';
import { acceptedStep, STEP_SECONDS } from './totp.js';

const STEP_MS = STEP_SECONDS * 1_000;
const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const STEP = NOW / STEP_MS;

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
/** The code that an app shows so many steps from now. */
const codeIn = (steps: number) => generateSync({ secret, epoch: (NOW + steps * STEP_MS) / 1_000 });
const accepted = (code: string, afterStep = 0) => acceptedStep(secret, code, { nowMs: NOW, afterStep });

describe('the code of an authenticator app', () => {
  it('is accepted while it is shown, and just before and after', () =>
    expect([-2, -1, 0, 1, 2].map((steps) => accepted(codeIn(steps)))).toEqual([
      ...[null, STEP - 1, STEP, STEP + 1, null],
    ]));

  it('works once, and none of an earlier step works after it', () => {
    expect(accepted(codeIn(0), STEP - 1)).toBe(STEP);
    expect(accepted(codeIn(0), STEP)).toBeNull();
    expect(accepted(codeIn(-1), STEP)).toBeNull();
  });

  it('is six digits of this secret', () => {
    for (const code of ['', '12345', '1234567', 'abcdef', ` ${codeIn(0)}`]) expect(accepted(code)).toBeNull();
    const other = generateSync({ secret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU', epoch: NOW / 1_000 });
    expect(accepted(other)).toBeNull();
  });
});
