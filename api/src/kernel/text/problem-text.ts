import { intlLocale, type Problem } from '../people/accounts.js';

/** An amount as formatAmount writes it. */
const AMOUNT = /^\d+\.\d{2}$/;
const MINUTE_SECONDS = 60;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/**
 * The one way from a refusal's code and parameters to the key of its text in errors.json and the values that fill it, as a
 * person reads them: for the API's `detail` and for the pages.
 */
export function problemTextOf({ code, params }: Pick<Problem, 'code' | 'params'>, language: string) {
  const values: Record<string, string | number | null> = {};
  for (const [name, value] of Object.entries(params)) values[name] = readable(value, language);
  const { seconds } = params;
  if (typeof seconds === 'number') values['wait'] = waitText(seconds, language);
  return { key: `${code}${VARIANTS[code]?.(params) ?? ''}`, values };
}

/** What follows the code in the key of a text, where the parameters decide which of several texts fits. */
const VARIANTS: Readonly<Record<string, (params: Problem['params']) => string>> = {
  // What can be sent now is worth saying only when it is less than the maximum.
  per_transfer_limit_exceeded: ({ sendable, perTransferLimit }) =>
    sendable === perTransferLimit ? '' : '_less',
  card_not_debit: ({ accepted }) => (accepted === 'debit,credit' ? '_or_credit' : ''),
  'password-does-not-meet-requirements': ({ reason }) => (reason === 'common' ? '_common' : ''),
  too_many_attempts: ({ reset }) => (reset === undefined ? '' : '_reset'),
  card_declined: ({ group }) => (typeof group === 'string' ? `_${group}` : ''),
};

/** "1,000.00" for "1000.00"; the texts hold the dollar sign. An instant becomes a time of day where the text is shown. */
function readable(value: string | number | null, language: string): string | number | null {
  if (typeof value !== 'string') return value;
  if (INSTANT.test(value))
    return new Intl.DateTimeFormat(intlLocale(language), { timeStyle: 'long' }).format(new Date(value));
  if (!AMOUNT.test(value)) return value;
  return new Intl.NumberFormat(intlLocale(language), { minimumFractionDigits: 2 }).format(Number(value));
}

/** "1 second", "42 seconds", "20 minutos": minutes are rounded up, so that a retry does not come too early. */
function waitText(seconds: number, language: string): string {
  const inMinutes = seconds > MINUTE_SECONDS;
  return new Intl.NumberFormat(intlLocale(language), {
    style: 'unit',
    unit: inMinutes ? 'minute' : 'second',
    unitDisplay: 'long',
  }).format(inMinutes ? Math.ceil(seconds / MINUTE_SECONDS) : seconds);
}
