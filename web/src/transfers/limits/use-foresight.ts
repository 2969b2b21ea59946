import { useTranslation } from 'react-i18next';
import { earliestFit, sendableSteps, type SendableStep } from '@kernel/money/foresight';
import { centsOf } from '@kernel/money/money';
import type { Allowance } from '@kernel/money/transfers';
import { formatList, formatMoneyShort, formatSoon, formatTime, hourOnClock } from '../../lib/format';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { useGetsVerified } from '../../verification/use-verification';
import { dayWordOf } from '../list/day-word';

export interface ForesightTexts {
  /** "You can send $80 now, $200 on Thursday at 2:05 PM, and $250 on Saturday at 9:12 AM."; null when no time changes it. */
  readonly ahead: (allowance: Allowance) => string | null;
  /** When a wanted amount fits, or that it never does; null when it fits now. */
  readonly forAmount: (amount: string, allowance: Allowance) => string | null;
}

/** What can be sent when, as the week's own releases allow, in words. */
export function useForesight(): ForesightTexts {
  const { t, i18n } = useTranslation();
  const minimum = useFeeSchedule().data?.minimum ?? '0.01';
  const getsVerified = useGetsVerified();
  return {
    ahead: (allowance) => {
      const [now, next, ...later] = sendableSteps(allowance);
      const last = later.at(-1);
      return next ? stepsText([now, next, last]) : null;
    },
    forAmount: (amount, allowance) => {
      const amountCents = centsOf(amount);
      const fit = earliestFit(amountCents, allowance);
      if (fit.kind === 'now') return null;
      if (fit.kind === 'at') return stepsText([sendableSteps(allowance)[0], { at: fit.at, amountCents }]);
      return neverText(amount, allowance);
    },
  };

  /** What is too little to be sent is not a step. */
  function stepsText(steps: readonly (SendableStep | undefined)[]): string {
    const texts = steps.flatMap((step) =>
      step && step.amountCents >= centsOf(minimum) ? [stepText(step)] : [],
    );
    // Spanish times end with a period, as the sentence does.
    return t('limit.steps', { steps: formatList(texts, i18n.language, 'conjunction').replace(/\.$/, '') });
  }

  function stepText({ at, amountCents }: SendableStep): string {
    const amount = formatMoneyShort(amountCents, i18n.language);
    if (at === null) return t('limit.now', { amount });
    const time = formatTime(at, i18n.language);
    // Spanish says "a la 1:05" and "a las 2:05".
    const count = hourOnClock(at);
    if (dayWordOf(at, new Date()) === 'today') return t('limit.today', { amount, time, count });
    return t('limit.onDay', { amount, day: formatSoon(at, i18n.language), time, count });
  }

  function neverText(amount: string, { tier, weeklyLimit, perTransferLimit }: Allowance): string | null {
    if (weeklyLimit === null || centsOf(amount) <= centsOf(weeklyLimit)) return null;
    return t(tier === 'unverified' && getsVerified ? 'limit.neverUnverified' : 'limit.never', {
      amount: formatMoneyShort(amount, i18n.language),
      limit: formatMoneyShort(weeklyLimit, i18n.language),
      perTransfer: formatMoneyShort(perTransferLimit, i18n.language),
    });
  }
}
