const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** This many wrong codes of one counter within this time stop its further tries. */
export const WRONG_CODES_LIMIT = 5;
export const WRONG_CODES_WITHIN_MS = 15 * MINUTE_MS;
/** A stranger's pauses double up to this. */
const LONGEST_PAUSE_MS = DAY_MS;
/** More networks of strangers than these are refused until one of them has been quiet for a day. */
export const STRANGERS_LIMIT = 20;
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
  /** By whom they came from; missing in records of earlier versions. */
  readonly tries?: Readonly<Record<string, Tries>>;
}

/** Wrong codes of one counter since its last accepted one. */
interface Tries {
  /** The newest last. */
  readonly wrongAtMs: readonly number[];
  /** None of its codes is accepted until then. */
  readonly stoppedUntilMs: number;
  /** How often it was stopped. */
  readonly stops: number;
}

/**
 * Who enters a code: in an open session, in a browser that the owner has signed in with before, or a stranger with the
 * password, by network. Each is counted apart, so that one caller's wrong codes stop no other.
 */
export type CodeSource =
  | { readonly kind: 'session' | 'device'; readonly id: string }
  | { readonly kind: 'stranger'; readonly network: string };

/** What a code turned out to be: of a step, a recovery code, or neither. */
export type Checked =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'recovery'; readonly index: string }
  | { readonly kind: 'wrong' };

/** The factor after a code was entered, and the mail to its user. */
export type Entered =
  | { readonly kind: 'accepted'; readonly factor: Factor; readonly recovery: boolean }
  | { readonly kind: 'wrong'; readonly factor: Factor; readonly stopped: boolean };

const counterOf = (source: CodeSource): string =>
  source.kind === 'stranger' ? `${STRANGER}${source.network}` : `${source.kind} ${source.id}`;
const STRANGER = 'stranger ';
const NO_TRIES: Tries = { wrongAtMs: [], stoppedUntilMs: 0, stops: 0 };

/** Counters that were used within a day of their last pause. */
function recentTries({ tries = {} }: Factor, nowMs: number): Readonly<Record<string, Tries>> {
  const isRecent = ({ wrongAtMs, stoppedUntilMs }: Tries) =>
    nowMs - Math.max(stoppedUntilMs, wrongAtMs.at(-1) ?? 0) < DAY_MS;
  return Object.fromEntries(Object.entries(tries).filter(([, one]) => isRecent(one)));
}

/** Milliseconds until a code of an app may be entered from there; 0 = now. Recovery codes are too long to be guessed. */
export function waitMsOf(factor: Factor, source: CodeSource, nowMs: number): number {
  const tries = recentTries(factor, nowMs);
  const own = tries[counterOf(source)];
  if (own) return Math.max(0, own.stoppedUntilMs - nowMs);
  const strangers = Object.keys(tries).filter((counter) => counter.startsWith(STRANGER)).length;
  return source.kind === 'stranger' && strangers >= STRANGERS_LIMIT ? DAY_MS : 0;
}

/** Each code works once; the fifth wrong one in 15 minutes stops further tries from there. */
export function entered(
  factor: Factor,
  { checked, source }: { readonly checked: Checked; readonly source: CodeSource },
  nowMs: number,
): Entered {
  const { [counterOf(source)]: own = NO_TRIES, ...others } = recentTries(factor, nowMs);
  if (checked.kind === 'step')
    return {
      kind: 'accepted',
      recovery: false,
      factor: { ...factor, lastStep: checked.step, tries: others },
    };
  if (checked.kind === 'recovery') {
    if (!factor.recovery.includes(checked.index)) return { kind: 'wrong', stopped: false, factor };
    const recovery = factor.recovery.filter((index) => index !== checked.index);
    return { kind: 'accepted', recovery: true, factor: { ...factor, recovery, tries: others } };
  }
  const next = afterWrong(own, source, nowMs);
  const tries = { ...others, [counterOf(source)]: next };
  return { kind: 'wrong', stopped: next.stops > own.stops, factor: { ...factor, tries } };
}

function afterWrong({ wrongAtMs, stoppedUntilMs, stops }: Tries, { kind }: CodeSource, nowMs: number): Tries {
  const recent = [...wrongAtMs.filter((ms) => nowMs - ms < WRONG_CODES_WITHIN_MS), nowMs];
  if (recent.length < WRONG_CODES_LIMIT) return { wrongAtMs: recent, stoppedUntilMs, stops };
  const doubled = kind === 'stranger' ? WRONG_CODES_WITHIN_MS * 2 ** stops : WRONG_CODES_WITHIN_MS;
  return { wrongAtMs: [], stoppedUntilMs: nowMs + Math.min(doubled, LONGEST_PAUSE_MS), stops: stops + 1 };
}
