import './verification.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PER_TRANSFER_LIMIT_CENTS } from '@kernel/money/limits';
import type { KycBadge, KycNext } from '@kernel/people/verification';
import { Text } from '@mantine/core';
import { formatMoneyShort } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { VerificationBadge } from '../ui/feedback/badge';
import { ButtonLink } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { Icon } from '../ui/parts/icon';
import { usePendingStep, useShownBadge } from './use-verification';

interface Words {
  readonly text: string;
  readonly button: string;
}

const OPEN = 'dashboard.verifyOpen';
const UNKNOWN: Words = { text: 'dashboard.verify.pending', button: OPEN };

/** The next step of a verification that is not done. */
export const PENDING_WORDS: Readonly<Record<KycNext, Words>> = {
  start: UNKNOWN,
  none: UNKNOWN,
  continue: { text: 'dashboard.verify.started', button: 'kyc.continueButton' },
  wait: { text: 'dashboard.verify.review', button: OPEN },
  retry: { text: 'dashboard.verify.failed', button: OPEN },
  restart: { text: 'dashboard.verify.expired', button: OPEN },
  support: { text: 'dashboard.verify.support', button: OPEN },
};

interface VerificationCardProps {
  readonly badge: KycBadge;
  /** In place of the benefit. */
  readonly notice?: ReactNode;
}

/** The verification status or, before one, its benefit; next to the remaining limit. */
export function VerificationCard({ badge, notice }: VerificationCardProps) {
  const { t } = useTranslation();
  const words = useWords(badge);
  const figures = useFigures();
  const shown = useShownBadge(badge);
  const isOffer = badge === 'unverified';
  return (
    <Card
      title={isOffer ? t('dashboard.sendMore', figures) : t('kyc.title')}
      aside={!isOffer && <VerificationBadge badge={shown} />}
      className="verify-card tight"
    >
      {notice ?? <Text c="dimmed">{t(words.text, figures)}</Text>}
      {isOffer && (
        <p className="note">
          <Icon name="clock" />
          <span>{t('dashboard.verifyTime')}</span>
        </p>
      )}
      <ButtonLink size="sm" to="/verification">
        {t(words.button)}
      </ButtonLink>
    </Card>
  );
}

function useWords(badge: KycBadge): Words {
  const step = usePendingStep(badge);
  const { weekly } = useFigures();
  if (badge === 'unverified') {
    const text = weekly === null ? 'dashboard.verify.unverified' : 'dashboard.verify.unverifiedWeekly';
    return { text, button: 'dashboard.getVerified' };
  }
  if (badge === 'verified') return { text: 'dashboard.verify.verified', button: OPEN };
  return step ? PENDING_WORDS[step] : UNKNOWN;
}

/** What verified senders may send; `weekly` is null without such a limit. */
function useFigures() {
  const { i18n } = useTranslation();
  const weekly = useFeeSchedule().data?.verifiedWeeklyLimit ?? null;
  return {
    limit: formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language),
    weekly: weekly && formatMoneyShort(weekly, i18n.language),
  };
}
