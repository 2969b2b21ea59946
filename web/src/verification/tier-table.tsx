import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/limits';
import { formatMoneyShort } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { Card } from '../ui/card';
import { Bone } from '../ui/skeleton';

/** Limits of each tier, and the requirements for those who have not met them. */
export function TierTable({ verified }: { readonly verified: boolean }) {
  const { t, i18n } = useTranslation();
  const weekly = formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language);
  const perTransfer = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  const { data: schedule } = useFeeSchedule();
  return (
    <Card title={t('kyc.tiers')}>
      <Table className="tiers" verticalSpacing={14} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w="28%">
              <span className="visually-hidden">{t('kyc.tierWhat')}</span>
            </Table.Th>
            <Table.Th scope="col" w="36%">
              <p className="t12 muted regular">{t(verified ? 'kyc.tierBefore' : 'kyc.tierNow')}</p>
              {t('status.unverified')}
            </Table.Th>
            <Table.Th scope="col" w="36%">
              <p className="t12 regular">{t(verified ? 'kyc.tierNow' : 'kyc.tierAfter')}</p>
              {t('status.verified')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t('kyc.upTo')}</Table.Th>
            <Table.Td>
              <b>{weekly}</b>
              <p className="t14 muted">{t('kyc.perWeek')}</p>
            </Table.Td>
            <Table.Td>
              <b>{perTransfer}</b>
              <p className="t14 muted">{t('kyc.perTransfer')}</p>
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">{t('kyc.weekly')}</Table.Th>
            <Table.Td>{weekly}</Table.Td>
            <Table.Td>
              {!schedule ? (
                <Bone width={60} />
              ) : schedule.verifiedWeeklyLimit === null ? (
                t('kyc.noWeekly')
              ) : (
                formatMoneyShort(schedule.verifiedWeeklyLimit, i18n.language)
              )}
            </Table.Td>
          </Table.Tr>
          {!verified && (
            <Table.Tr>
              <Table.Th scope="row">{t('kyc.needed')}</Table.Th>
              <Table.Td>{t('kyc.neededUnverified')}</Table.Td>
              <Table.Td>{t('kyc.neededVerified')}</Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
