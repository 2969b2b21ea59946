import { useTranslation } from 'react-i18next';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/limits';
import type { Allowance } from '@kernel/transfers';
import { formatMoneyShort } from '../lib/format';
import { Card } from '../ui/card';

interface TierTableProps {
  readonly verified: boolean;
  /** The sender's own limits, which a verified sender's weekly limit is read from. */
  readonly allowance: Allowance | undefined;
}

/** What each level may send and what it takes. */
export function TierTable({ verified, allowance }: TierTableProps) {
  const { t, i18n } = useTranslation();
  const weekly = formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language);
  const perTransfer = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  const verifiedWeekly = verified ? (allowance?.weeklyLimit ?? null) : null;
  return (
    <Card title={t('kyc.tiers')} className="tiers">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('kyc.tierWhat')}</span>
            </th>
            <th scope="col">
              <small>{t(verified ? 'kyc.tierBefore' : 'kyc.tierNow')}</small>
              {t('status.unverified')}
            </th>
            <th scope="col">
              <small>{t(verified ? 'kyc.tierNow' : 'kyc.tierAfter')}</small>
              {t('status.verified')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('kyc.upTo')}</th>
            <td>
              <b>{weekly}</b>
              <span>{t('kyc.perWeek')}</span>
            </td>
            <td>
              <b>{perTransfer}</b>
              <span>{t('kyc.perTransfer')}</span>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('kyc.weekly')}</th>
            <td>{weekly}</td>
            <td>
              {verifiedWeekly === null ? t('kyc.noWeekly') : formatMoneyShort(verifiedWeekly, i18n.language)}
            </td>
          </tr>
          <tr>
            <th scope="row">{t('kyc.needed')}</th>
            <td>{t('kyc.neededUnverified')}</td>
            <td>{t('kyc.neededVerified')}</td>
          </tr>
        </tbody>
      </table>
    </Card>
  );
}
