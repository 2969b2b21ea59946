import { useTranslation } from 'react-i18next';
import { formatLanguage, formatMoney, formatNumber } from '../../lib/format';
import { useMasked } from '../../review/reveal/use-masked';

type KeyOf = (value: string) => string;
const wordOf: KeyOf = (value) => `compliance.values.${value}`;
const statusOf: KeyOf = (value) => `status.${value}`;

/** The key of the text for a field's value: of the sender's state, and of a transfer's. */
const KEYS: Readonly<Record<'compliance' | 'replay', Readonly<Record<string, KeyOf>>>> = {
  compliance: {
    account: wordOf,
    legalHold: wordOf,
    emailConfirmed: wordOf,
    emailOptIn: wordOf,
    emailKinds: (value) => `compliance.emailKinds.${value}`,
    sending: wordOf,
    verification: statusOf,
    tier: statusOf,
    verificationStatus: (value) => `compliance.kyc.${value}`,
    lastRefusal: (value) => `compliance.refusals.${value}`,
    roles: (value) => `compliance.roles.${value}`,
  },
  replay: {
    status: statusOf,
    reason: (value) => `replay.reasons.${value}`,
    payment: (value) => `replay.payments.${value}`,
    dispute: (value) => `replay.disputes.${value}`,
    hold: (value) => `replay.holds.${value}`,
  },
};
const AMOUNTS = ['used', 'remaining', 'amount', 'total', 'captured', 'refunded'];

/** A value of a replayed state in the reader's words: "$230.00", "yes"; what a person typed stays as it is. */
export function useReplayValue(
  state: 'compliance' | 'replay',
): (field: string, value: string | null) => string {
  const { t, i18n } = useTranslation();
  const masked = useMasked();
  return (field, value) => {
    if (value === null) return t('compliance.none', { context: field });
    if (field === 'locale') return formatLanguage(value, i18n.language);
    const keyOf = KEYS[state][field];
    if (!keyOf) return unnamed(state, field, value);
    const words = value.split(', ').map((word) => (i18n.exists(keyOf(word)) ? t(keyOf(word)) : word));
    return words.join(', ');
  };

  function unnamed(of: 'compliance' | 'replay', field: string, value: string): string {
    if (of === 'compliance' && ['accepted', 'refused', 'held'].includes(field))
      return formatNumber(Number(value), i18n.language);
    return AMOUNTS.includes(field) ? formatMoney(value, i18n.language) : masked(value);
  }
}
