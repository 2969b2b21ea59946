import { useTranslation } from 'react-i18next';
import type { AttemptItem } from '@kernel/staff/compliance';
import { formatList, formatMoney } from '../../lib/format';

/** Attempts in words, by what became of them. */
export function useAttemptTexts() {
  const { t, i18n } = useTranslation();
  const one = ({ amount, refused }: Pick<AttemptItem, 'amount' | 'refused'>, times = 1) => {
    const money = formatMoney(amount, i18n.language);
    const counted = times === 1 ? money : t('compliance.times', { count: times, amount: money });
    return refused === null
      ? t('compliance.accepted', { amount: counted })
      : t('compliance.refused', { amount: counted, reason: t(`compliance.refusals.${refused}`) });
  };
  /** "3 × $20.00 accepted and $230.00 refused (weekly limit)". */
  const all = (attempts: readonly AttemptItem[]) => {
    const equal = new Map<string, { readonly attempt: AttemptItem; times: number }>();
    for (const attempt of attempts) {
      const key = `${attempt.amount} ${attempt.refused ?? ''}`;
      const known = equal.get(key) ?? { attempt, times: 0 };
      known.times += 1;
      equal.set(key, known);
    }
    const texts = [...equal.values()].map(({ attempt, times }) => one(attempt, times));
    return formatList(texts, i18n.language, 'conjunction');
  };
  return { one, all };
}
