import { useTranslation } from 'react-i18next';
import { formatMoney } from '../lib/format';

type KeyOf = (value: string) => string;
const plain: KeyOf = (value) => `compliance.values.${value}`;
const status: KeyOf = (value) => `status.${value}`;

/** Where the text of a field's value stands. */
const KEYS: Readonly<Record<string, KeyOf>> = {
  account: plain,
  emailConfirmed: plain,
  emailOptIn: plain,
  verification: status,
  tier: status,
  verificationStatus: (value) => `compliance.kyc.${value}`,
  lastRefusal: (value) => `compliance.refusals.${value}`,
};
const AMOUNTS = ['used', 'remaining'];

/** A value of a replayed state in the reader's words: "$230.00", "yes"; what has no words of its own stays as it is. */
export function useReplayValue(): (field: string, value: string | null) => string {
  const { t, i18n } = useTranslation();
  return (field, value) => {
    if (value === null) return t('compliance.none');
    if (AMOUNTS.includes(field)) return formatMoney(value, i18n.language);
    const key = KEYS[field]?.(value);
    return key !== undefined && i18n.exists(key) ? t(key) : value;
  };
}
