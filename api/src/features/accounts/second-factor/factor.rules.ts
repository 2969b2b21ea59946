const MINUTE_MS = 60_000;
/** This many wrong codes within this time stop further tries for as long. */
export const WRONG_CODES_LIMIT = 5;
export const WRONG_CODES_WITHIN_MS = 15 * MINUTE_MS;
/** An enrolment waits this long for its first code. */
export const ENROLMENT_LIFETIME_MS = 15 * MINUTE_MS;

/** The vault's record of a second factor. An account has the one that its events name. */
export interface Factor {
  /** The secret in base32, encrypted. */
  readonly sealedSecret: string;
  readonly createdAtMs: number;
  /** The time step of the code that was accepted last. */
  readonly lastStep: number;
  /** Of the recovery codes that were not used yet. */
  readonly recovery: readonly string[];
  /** Wrong codes since the last accepted one, the newest last. */
  readonly wrongAtMs: readonly number[];
  /** No code is accepted until then. */
  readonly stoppedUntilMs: number;
}

/** What a code turned out to be: of a step, a recovery code, or neither. */
export type Checked =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'recovery'; readonly index: string }
  | { readonly kind: 'wrong' };

/** The factor after a code was entered, and what its user is told. */
export type Entered =
  | { readonly kind: 'accepted'; readonly factor: Factor; readonly recovery: boolean }
  | { readonly kind: 'wrong'; readonly factor: Factor; readonly stopped: boolean };

/** Milliseconds until a code may be entered; 0 = now. */
export function waitMsOf({ stoppedUntilMs }: Factor, nowMs: number): number {
  return Math.max(0, stoppedUntilMs - nowMs);
}

/** Each code works once; the fifth wrong one in 15 minutes stops further tries. */
export function entered(factor: Factor, checked: Checked, nowMs: number): Entered {
  if (checked.kind === 'step')
    return {
      kind: 'accepted',
      recovery: false,
      factor: { ...factor, lastStep: checked.step, wrongAtMs: [] },
    };
  if (checked.kind === 'recovery' && factor.recovery.includes(checked.index)) {
    const recovery = factor.recovery.filter((index) => index !== checked.index);
    return { kind: 'accepted', recovery: true, factor: { ...factor, recovery, wrongAtMs: [] } };
  }
  const wrongAtMs = [...factor.wrongAtMs.filter((ms) => nowMs - ms < WRONG_CODES_WITHIN_MS), nowMs];
  if (wrongAtMs.length < WRONG_CODES_LIMIT)
    return { kind: 'wrong', stopped: false, factor: { ...factor, wrongAtMs } };
  const stoppedUntilMs = nowMs + WRONG_CODES_WITHIN_MS;
  return { kind: 'wrong', stopped: true, factor: { ...factor, wrongAtMs: [], stoppedUntilMs } };
}
