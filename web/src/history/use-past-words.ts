import { useTranslation } from 'react-i18next';
import type { BasisDifference, SenderAt } from '@kernel/staff/sender-at';
import { formatMoney } from '../lib/format';

type KeyOf = (value: string) => string;

const KEYS: Readonly<Record<string, KeyOf>> = {
  status: (value) => `status.${value}`,
  tier: (value) => `status.${value}`,
  verification: (value) => `status.${value}`,
  verificationStatus: (value) => `compliance.kyc.${value}`,
  emailConfirmed: (value) => `compliance.values.${value}`,
  refusal: (value) => `compliance.refusals.${value}`,
  sending: (value) => `compliance.values.${value}`,
  legalHold: (value) => `compliance.values.${value}`,
  account: (value) => `senderAt.accounts.${value}`,
  payment: (value) => `replay.payments.${value}`,
  payout: (value) => `senderAt.payouts.${value}`,
  dispute: (value) => `senderAt.disputes.${value}`,
};

/** A value of the page in the reader's words. */
export function usePastValue(): (field: string, value: string | null) => string {
  const { t, i18n } = useTranslation();
  return (field, value) => {
    if (value === null) return t(field === 'dispute' ? 'senderAt.disputes.none' : 'senderAt.none');
    const keyOf = KEYS[field];
    return keyOf ? t(keyOf(value)) : formatMoney(value, i18n.language);
  };
}

/** What the other basis has instead of a value, "as happened: not delivered"; null where it has the same. */
export function useOtherWords(
  at: SenderAt,
): (fields: readonly string[], transferId?: string) => string | null {
  const { t } = useTranslation();
  const valueOf = usePastValue();
  const other = at.basis === 'recorded' ? 'happened' : 'recorded';
  return (fields, transferId) => {
    const found = at.differences.filter(
      (one: BasisDifference) => one.transferId === (transferId ?? null) && fields.includes(one.field),
    );
    if (found.length === 0) return null;
    const values = found.map((one) => valueOf(one.field, one[other])).join(', ');
    return t(`senderAt.other.${other}`, { values });
  };
}
