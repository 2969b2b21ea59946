import { useTranslation } from 'react-i18next';
import { PER_TRANSFER_LIMIT_CENTS } from '@kernel/limits';
import type { KycBadge } from '@kernel/verification';
import { formatMoneyShort } from '../lib/format';
import { VerificationBadge } from '../ui/badge';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { Icon } from '../ui/icon';

/** The verification status and its benefit, beside the remaining limit. */
export function VerificationCard({ badge }: { readonly badge: KycBadge }) {
  const { t, i18n } = useTranslation();
  const limit = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  return (
    <Card title={t('kyc.title')} aside={<VerificationBadge badge={badge} />} className="verify-card tight">
      <p className="muted">{t(`dashboard.verify.${badge}`, { limit })}</p>
      {badge === 'unverified' && (
        <p className="note">
          <Icon name="clock" />
          <span>{t('dashboard.verifyTime')}</span>
        </p>
      )}
      <ButtonLink size="sm" to="/verification">
        {t(badge === 'unverified' ? 'dashboard.getVerified' : 'dashboard.verifyOpen')}
      </ButtonLink>
    </Card>
  );
}
