import '@mantine/core/styles/Table.layer.css';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/money/limits';
import { formatMoneyShort } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { Fine, Muted } from '../ui/parts/text';
import { Bone } from '../ui/feedback/skeleton';

/** Limits of each tier, and the requirements for those who have not met them. */
export function TierTable({ verified }: { readonly verified: boolean }) {
  const { t, i18n } = useTranslation();
  const weekly = formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language);
  const perTransfer = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  return (
    <Card title={t('kyc.tiers')}>
      <Table className="tiers" verticalSpacing={14} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <span className="visually-hidden">{t('kyc.tierWhat')}</span>
            </Table.Th>
            <Table.Th scope="col">
              <Fine fw={400}>{t(verified ? 'kyc.tierBefore' : 'kyc.tierNow')}</Fine>
              {t('status.unverified')}
            </Table.Th>
            <Table.Th scope="col">
              <Text fz="xs" fw={400}>
                {t(verified ? 'kyc.tierNow' : 'kyc.tierAfter')}
              </Text>
              {t('status.verified')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t('kyc.upTo')}</Table.Th>
            <Table.Td>
              <b>{weekly}</b>
              <Muted>{t('kyc.perWeek')}</Muted>
            </Table.Td>
            <Table.Td>
              <b>{perTransfer}</b>
              <Muted>{t('kyc.perTransfer')}</Muted>
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">{t('kyc.weekly')}</Table.Th>
            <Table.Td>{weekly}</Table.Td>
            <Table.Td>
              <VerifiedWeekly />
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

/** The weekly limit of verified senders, which a deployment sets. */
function VerifiedWeekly() {
  const { t, i18n } = useTranslation();
  const { data: schedule, error, mutate } = useFeeSchedule();
  if (schedule === undefined)
    return error === undefined ? (
      <Bone width={60} />
    ) : (
      <Button size="sm" onClick={() => void mutate()}>
        {t('common.retry')}
      </Button>
    );
  const { verifiedWeeklyLimit } = schedule;
  return verifiedWeeklyLimit === null
    ? t('kyc.noWeekly')
    : formatMoneyShort(verifiedWeeklyLimit, i18n.language);
}
