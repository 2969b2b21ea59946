import type { FraudRuleId } from '../../kernel/compliance.js';
import type { AlertTransaction, FraudRule } from './fraud.rules.js';

const MINUTE_MS = 60_000;
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/**
 * The reason recorded with an alert, in English with the numbers of every attempt behind its case; screens translate it
 * from the numbers.
 */
export function reasonOf(
  { id, parameters }: Pick<FraudRule, 'id' | 'parameters'>,
  attempts: readonly AlertTransaction[],
): string {
  const { count, windowMs, fromCents, belowCents } = parameters;
  const refused = attempts.filter((attempt) => attempt.refused !== null).length;
  const counted = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'} (${refused} refused)`;
  const took = spanOf(atMs(attempts.at(-1)) - atMs(attempts[0]));
  const threshold = `the rule alerts at ${count} within ${spanOf(windowMs)}`;
  const band = `${money(fromCents)} or more${belowCents === null ? '' : ` and less than ${money(belowCents)}`}`;
  const texts: Readonly<Record<FraudRuleId, string>> = {
    velocity: `${counted} in ${took}; ${threshold}`,
    structuring: `${counted} of ${band} in ${took}; ${threshold}`,
    'over-maximum': `an attempt of ${money(attempts.at(-1)?.amountCents ?? 0)}, over ${money(fromCents - 1)}`,
  };
  return `${id}: ${texts[id]}`;
}

const atMs = (attempt: AlertTransaction | undefined) => Date.parse(attempt?.at ?? '');
const money = (cents: number) => dollars.format(cents / 100);

/** "less than a minute", "41 min", "15 h 10 min", "24 h" */
function spanOf(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
