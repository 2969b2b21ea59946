import { useTranslation } from 'react-i18next';
import { intlLocale } from '@kernel/accounts';
import { formatMoney } from '../lib/format';

const wordOf = (value: string) => `compliance.values.${value}`;
const statusOf = (value: string) => `status.${value}`;

/** The key of the text for a field's value. */
const KEYS: Readonly<Record<string, (value: string) => string>> = {
  account: wordOf,
  emailConfirmed: wordOf,
  emailOptIn: wordOf,
  emailKinds: (value) => `compliance.emailKinds.${value}`,
  sending: wordOf,
  verification: statusOf,
  tier: statusOf,
  verificationStatus: (value) => `compliance.kyc.${value}`,
  lastRefusal: (value) => `compliance.refusals.${value}`,
  roles: (value) => `compliance.roles.${value}`,
};
const AMOUNTS = ['used', 'remaining'];
const COUNTS = ['accepted', 'refused', 'held'];

/** A value of a replayed state in the reader's words: "$230.00", "yes"; what a person typed stays as it is. */
export function useReplayValue(): (field: string, value: string | null) => string {
  const { t, i18n } = useTranslation();
  const locale = intlLocale(i18n.language);
  return (field, value) => {
    if (value === null) return t('compliance.none', { context: field });
    if (AMOUNTS.includes(field)) return formatMoney(value, i18n.language);
    if (COUNTS.includes(field)) return Number(value).toLocaleString(locale);
    if (field === 'locale') return new Intl.DisplayNames(locale, { type: 'language' }).of(value) ?? value;
    const keyOf = KEYS[field];
    if (!keyOf) return value;
    const words = value.split(', ').map((word) => (i18n.exists(keyOf(word)) ? t(keyOf(word)) : word));
    return words.join(', ');
  };
}
