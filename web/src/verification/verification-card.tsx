import './verification.css';
import { useTranslation } from 'react-i18next';
import { PER_TRANSFER_LIMIT_CENTS } from '@kernel/limits';
import type { KycBadge, KycNext } from '@kernel/verification';
import { formatMoneyShort } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { VerificationBadge } from '../ui/badge';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { Icon } from '../ui/icon';
import { usePendingStep, useShownBadge } from './use-verification';

interface Words {
  readonly text: string;
  readonly button: string;
}

const OPEN = 'dashboard.verifyOpen';
const UNKNOWN: Words = { text: 'dashboard.verify.pending', button: OPEN };

/** What a verification that is not done needs next. */
const PENDING_WORDS: Readonly<Record<KycNext, Words>> = {
  start: UNKNOWN,
  none: UNKNOWN,
  continue: { text: 'dashboard.verify.started', button: 'kyc.continueButton' },
  wait: { text: 'dashboard.verify.review', button: OPEN },
  retry: { text: 'dashboard.verify.failed', button: OPEN },
  restart: { text: 'dashboard.verify.expired', button: OPEN },
  support: { text: 'dashboard.verify.support', button: OPEN },
};

/** The verification status and its benefit, beside the remaining limit. */
export function VerificationCard({ badge }: { readonly badge: KycBadge }) {
  const { t } = useTranslation();
  const words = useWords(badge);
  const figures = useFigures();
  return (
    <Card
      title={t('kyc.title')}
      aside={<VerificationBadge badge={useShownBadge(badge)} />}
      className="verify-card tight"
    >
      <p className="muted">
        {t(words.text, figures)}{' '}
        {badge !== 'pending' && figures.weekly && t('dashboard.verify.weekly', figures)}
      </p>
      {badge === 'unverified' && (
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
  if (badge === 'unverified') return { text: 'dashboard.verify.unverified', button: 'dashboard.getVerified' };
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
