import { useTranslation } from 'react-i18next';
import { receiptLinesOf, type ReceiptFacts, type ReceiptLines } from '@kernel/money/receipts';
import type { Transaction } from '@kernel/money/transfers';
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useConfig } from '../accounts/use-config';
import { formatMoney } from '../lib/format';
import { TransferAmounts } from '../transfers/page/transfer-money';
import { StatusBadge } from '../ui/feedback/badge';
import { PageHeading } from '../ui/parts/page-heading';
import { Fine, Muted } from '../ui/parts/text';
import { useDocumentDates } from './use-document-dates';
import { Paper } from './paper';

interface ReceiptProps {
  readonly transfer: Transaction;
  readonly facts: ReceiptFacts;
}

/** The receipt of a transfer: the same lines as in its PDF. */
export function ReceiptPaper({ transfer, facts }: ReceiptProps) {
  const { t, i18n } = useTranslation();
  const { recipient, platform, amount, status } = transfer;
  const money = (figure: string | number) => formatMoney(figure, i18n.language);
  const sent = { sender: facts.senderName, amount: money(amount), recipient, platform };
  const lines = receiptLinesOf(transfer);
  return (
    <Paper label={t('receipt.title')} issuedAt={facts.issuedAt}>
      <Stack gap="xs">
        <PageHeading title={t('receipt.title')}>{t('receipt.title')}</PageHeading>
        <Group gap="xs" justify="space-between">
          <Text className="wrap-anywhere" c="dimmed">
            {t('receipt.sent', sent)}
          </Text>
          <StatusBadge status={status} />
        </Group>
        {facts.testMode && <Text fz="sm">{t('receipt.test')}</Text>}
      </Stack>
      <Stack gap="xs">
        <h2>{t('receipt.amounts')}</h2>
        <TransferAmounts transfer={transfer} />
        {status === 'delivered' && (
          <AmountLine label={t('receipt.got', { recipient })} amount={money(amount)} />
        )}
        {lines.refund && (
          <AmountLine label={t(`receipt.${lines.refund[0]}`)} amount={money(lines.refund[1])} />
        )}
      </Stack>
      <Times transfer={transfer} lines={lines} />
      <div className="well">
        <Group gap="xs" justify="space-between">
          <div>
            <Fine>{t('receipt.code')}</Fine>
            <Text ff="monospace" fw={600}>
              {facts.code}
            </Text>
          </div>
          <Muted>
            {t('receipt.checkAt')} <span className="wrap-anywhere">{facts.checkUrl}</span>
          </Muted>
        </Group>
      </div>
      <Company />
    </Paper>
  );
}

function AmountLine({ label, amount }: { readonly label: string; readonly amount: string }) {
  return (
    <p className="gets">
      <span className="wrap-anywhere">{label}</span>
      <b>{amount}</b>
    </p>
  );
}

const DETAIL_TEXTS: Readonly<Record<ReceiptLines['details'][number][0], string>> = {
  card: 'receipt.card',
  email: 'tx.platformHandle.email',
  phone: 'tx.platformHandle.phone',
  handle: 'tx.platformHandle.handle',
  note: 'tx.note',
  paymentReference: 'receipt.paymentReference',
  platformReference: 'receipt.platformReference',
  refundReference: 'receipt.refundReference',
};

interface TimesProps {
  readonly transfer: Pick<Transaction, 'id' | 'platform'>;
  readonly lines: ReceiptLines;
}

function Times({ transfer: { id, platform }, lines }: TimesProps) {
  const { t } = useTranslation();
  const { moment } = useDocumentDates();
  return (
    <div>
      <h2>{t('receipt.times')}</h2>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl" verticalSpacing={0}>
        <Pairs lines={lines.times.map(([step, at]) => [t(`tx.step.${step}`), moment(at)])} />
        <Pairs lines={lines.details.map(([name, value]) => [t(DETAIL_TEXTS[name], { platform }), value])} />
      </SimpleGrid>
      <Fine className="wrap-anywhere">
        {t('receipt.zone')} {t('tx.id')}: {id}
      </Fine>
    </div>
  );
}

function Pairs({ lines }: { readonly lines: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className="pairs">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Company() {
  const { t } = useTranslation();
  const { name, license, regulator } = useConfig()?.company ?? {};
  if (!name) return null;
  return (
    <Fine>
      {license ? t('footer.license', { company: name, license }) : name}
      {regulator && ` · ${t('receipt.regulator', { regulator })}`}
    </Fine>
  );
}
