import '@mantine/core/styles/Table.layer.css';
import type { TFunction } from 'i18next';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { processingRule } from '@kernel/fees';
import { parseAmountCents } from '@kernel/money';
import type { FeeQuote, FeeScheduleOverview } from '@kernel/transfers';
import { formatBasisPoints, formatMoney, formatMoneyShort } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { ErrorBlock } from '../ui/error-block';
import { Notice } from '../ui/notice';
import { Bone, Skeleton } from '../ui/skeleton';
import { Paragraphs, Points, PolicySections, type PolicySection } from '../ui/policy';
import { PolicyPage } from '../ui/policy-page';

/** Which worked row the note about the card fee speaks of (specification §9). */
const SAMPLE_CENTS = 500_00;

/** Limits, fees, examples and notes, all computed from the schedule in use. */
export function FeesScreen() {
  const { t, i18n } = useTranslation();
  const { data: overview, error, mutate } = useFeeSchedule();
  const sections = overview ? sectionsOf(t, i18n.language, overview) : [];
  return (
    <PolicyPage title={t('feesPage.title')} lead={t('feesPage.lead')} sections={sections}>
      {overview ? (
        <PolicySections sections={sections} headingLevel={2} />
      ) : error ? (
        <ErrorBlock title={t('feesPage.failed')} error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton>
          <div className="policy-section">
            <Bone width={160} height={24} />
            <Bone width="100%" />
            <Bone width="80%" />
            <Bone width="100%" height={280} />
          </div>
        </Skeleton>
      )}
    </PolicyPage>
  );
}

function sectionsOf(t: TFunction, language: string, overview: FeeScheduleOverview): readonly PolicySection[] {
  return [
    { ...heading(t, 'limits'), content: <Points texts={limitTexts(t, language, overview)} /> },
    {
      ...heading(t, 'examples'),
      content: (
        <>
          <p>{t('feesPage.transferRule')}</p>
          <Points texts={overview.rows.map((row) => exampleText(t, language, row))} />
          <p>{processingNote(t, language, overview)}</p>
        </>
      ),
    },
    {
      ...heading(t, 'table'),
      content: <CostTable rows={overview.rows} />,
    },
    { ...heading(t, 'methods'), content: <Paragraphs texts={methodTexts(t, overview)} /> },
    {
      ...heading(t, 'thirdParty'),
      content: (
        <>
          <Paragraphs texts={[t('feesPage.thirdPartyTop'), t('feesPage.thirdPartyDeducted')]} />
          <Points texts={overview.thirdParty.map((entry) => thirdPartyText(t, language, entry))} />
        </>
      ),
    },
    {
      ...heading(t, 'notes'),
      content: (
        <>
          <Points texts={[t('feesPage.noteShown'), t('feesPage.noteRounded'), t('feesPage.noteRefund')]} />
          <Notice tone="info" icon="info">
            {t('feesPage.tip')}
          </Notice>
        </>
      ),
    },
  ];
}

function heading(t: TFunction, id: string) {
  return { id, title: t(`feesPage.heading.${id}`) };
}

function limitTexts(t: TFunction, language: string, overview: FeeScheduleOverview) {
  const figures = {
    weekly: formatMoneyShort(overview.weeklyLimit, language),
    perTransfer: formatMoneyShort(overview.perTransferLimit, language),
    minimum: formatMoneyShort(overview.minimum, language),
  };
  return [
    t('feesPage.limitUnverified', figures),
    t('feesPage.limitVerified', figures),
    t('feesPage.limitEach', figures),
  ];
}

function exampleText(t: TFunction, language: string, row: FeeQuote) {
  return t('feesPage.example', {
    amount: formatMoney(row.amount, language),
    fee: formatMoney(row.fees.breakdown.flipFee, language),
  });
}

function processingNote(t: TFunction, language: string, { rows, schedule }: FeeScheduleOverview) {
  const { basisPoints, fixedCents } = processingRule(schedule);
  const sample = rows.find((row) => parseAmountCents(row.amount) === SAMPLE_CENTS) ?? rows[0];
  if (!sample) return null;
  const figures = {
    percent: formatBasisPoints(basisPoints, language),
    fixed: formatMoney(fixedCents, language),
    sample: formatMoneyShort(sample.amount, language),
    fee: formatMoney(sample.fees.breakdown.processingFee, language),
    total: formatMoney(sample.fees.total, language),
  };
  return fixedCents === 0 ? t('feesPage.pctNote', figures) : t('feesPage.pctFixedNote', figures);
}

function methodTexts(t: TFunction, { acceptedFunding }: FeeScheduleOverview) {
  return acceptedFunding.includes('credit')
    ? [t('feesPage.methodCredit'), t('feesPage.methodNoPrepaid')]
    : [t('feesPage.methodDebit'), t('feesPage.methodOthers')];
}

function thirdPartyText(t: TFunction, language: string, entry: FeeScheduleOverview['thirdParty'][number]) {
  if (Number(entry.fee) === 0) return t('feesPage.thirdPartyNone', { platform: entry.platform });
  return t('feesPage.thirdPartyFee', { platform: entry.platform, fee: formatMoney(entry.fee, language) });
}

function CostTable({ rows }: { readonly rows: readonly FeeQuote[] }) {
  const { t, i18n } = useTranslation();
  const money = (amount: string) => formatMoney(amount, i18n.language);
  return (
    <div className="table-scroll" role="region" aria-label={t('feesPage.heading.table')} tabIndex={0}>
      <Table verticalSpacing="sm" horizontalSpacing="md" ta="right">
        <Table.Thead bg="var(--surface-2)" c="dimmed">
          <Table.Tr>
            {['sent', 'transfer', 'processing', 'paid'].map((column, index) => (
              <Table.Th key={column} scope="col" ta={index === 0 ? 'left' : 'right'}>
                {t(`feesPage.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ amount, fees }) => (
            <Table.Tr key={amount}>
              <Table.Th scope="row" fw={400}>
                {money(amount)}
              </Table.Th>
              <Table.Td>{money(fees.breakdown.flipFee)}</Table.Td>
              <Table.Td>{money(fees.breakdown.processingFee)}</Table.Td>
              <Table.Td fw={600}>{money(fees.total)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
