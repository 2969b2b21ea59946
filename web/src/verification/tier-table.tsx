import { useTranslation } from 'react-i18next';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/limits';
import { formatMoneyShort } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { Card } from '../ui/card';
import { Bone } from '../ui/skeleton';

/** What each level may send and what it takes. */
export function TierTable({ verified }: { readonly verified: boolean }) {
  const { t, i18n } = useTranslation();
  const weekly = formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language);
  const perTransfer = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  const { data: schedule } = useFeeSchedule();
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
              {!schedule ? (
                <Bone width={60} />
              ) : schedule.verifiedWeeklyLimit === null ? (
                t('kyc.noWeekly')
              ) : (
                formatMoneyShort(schedule.verifiedWeeklyLimit, i18n.language)
              )}
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
