import './landing.css';
import '@mantine/core/styles/Table.layer.css';
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { Box, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TERMS_VERSION } from '@kernel/people/accounts';
import { processingRule } from '@kernel/money/fees';
import { parseAmountCents } from '@kernel/money/money';
import type { Platform } from '@kernel/money/platforms';
import type { FeeScheduleOverview } from '@kernel/money/transfers';
import { formatBasisPoints, formatMoney, formatMoneyShort, formatPolicyDate } from '../../lib/format';
import { limitTexts } from './limit-texts';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { processingRuleText } from '../../ui/parts/fee-lines';
import { Icon, type IconName } from '../../ui/parts/icon';
import { PolicyIntro } from '../../ui/parts/policy-page';
import { PlatformPicker } from '../../ui/forms/platform-picker';
import { Paragraphs } from '../../ui/parts/policy';
import { Muted } from '../../ui/parts/text';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';
import { Fact, Facts } from './facts';
import { AmountField, Cost, useEnteredAmount } from './fee-calculator';
import { FeeTimes } from './fee-times';

/** The row of the amount in the calculator. */
const MARKED = { 'aria-current': true };

/** Which worked row the note about the card fee speaks of (specification §9). */
const SAMPLE_CENTS = 500_00;

/** Fees and limits: a calculator, the total-cost table and what else to know, all from the schedule in use. */
export function FeesScreen() {
  const { t } = useTranslation();
  const { data: overview, error, mutate } = useFeeSchedule();
  return (
    <Stack className="wrap" gap="lg" py={{ base: 24, sm: 32 }}>
      <div>
        <PolicyIntro title={t('feesPage.title')} lead={t('feesPage.lead')} />
      </div>
      {overview ? (
        <Fees overview={overview} />
      ) : error ? (
        <ErrorBlock title={t('feesPage.failed')} error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton>
          <Bone width="100%" height={352} />
          <Bone width="100%" height={400} />
        </Skeleton>
      )}
    </Stack>
  );
}

function Fees({ overview }: { readonly overview: FeeScheduleOverview }) {
  const entered = useEnteredAmount();
  return (
    <>
      <Calculator overview={overview} entered={entered} />
      <CostTable overview={overview} cents={entered.cents} />
      <GoodToKnow overview={overview} />
    </>
  );
}

interface CalculatorProps {
  readonly overview: FeeScheduleOverview;
  readonly entered: ReturnType<typeof useEnteredAmount>;
}

function Calculator({ overview, entered }: CalculatorProps) {
  const { t, i18n } = useTranslation();
  const [platform, setPlatform] = useState<Platform>('Cash App');
  const deducted = overview.thirdParty.find((entry) => entry.platform === platform)?.fee ?? '0.00';
  const deductedCents = parseAmountCents(deducted) ?? 0;
  return (
    <SimpleGrid
      className="card card-flush calculator"
      cols={{ base: 1, sm: 2 }}
      spacing={0}
      p={0}
      renderRoot={(props) => <section {...props} aria-label={t('feesPage.calculator')} />}
    >
      <Box p="var(--gutter)">
        <AmountField entered={entered} />
        <PlatformPicker
          isHalf
          id="fees-platform"
          label={t('quick.platform')}
          value={platform}
          onChange={setPlatform}
        />
      </Box>
      <Box p="var(--gutter)" bg="var(--surface-2)">
        <Cost cents={entered.cents} deductedCents={deductedCents} />
        {deductedCents > 0 && (
          <p className="note rule">
            <Icon name="info" />
            {t('feesPage.kept', { platform, fee: formatMoney(deducted, i18n.language) })}
          </p>
        )}
        <FeeTimes platform={platform} />
      </Box>
    </SimpleGrid>
  );
}

interface CostTableProps {
  readonly overview: FeeScheduleOverview;
  /** The row of this amount is marked. */
  readonly cents: number;
}

function CostTable({ overview, cents }: CostTableProps) {
  const { t, i18n } = useTranslation();
  const money = (amount: string) => formatMoney(amount, i18n.language);
  const rules = {
    transfer: t('fees.flipRule'),
    processing: processingRuleText(overview.schedule, i18n.language),
  };
  const columns = [
    { id: 'sent' },
    { id: 'transfer', rule: rules.transfer },
    { id: 'processing', rule: rules.processing },
    { id: 'paid' },
  ];
  return (
    <Stack gap="md">
      <Text component="h2" fz="xl" mt={40} id="total-cost">
        {t('feesPage.heading.table')}
      </Text>
      <div className="card cost-table scroll-x" role="region" aria-labelledby="total-cost" tabIndex={0}>
        <Table verticalSpacing="md" horizontalSpacing="lg">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ id, rule }) => (
                <Table.Th key={id} scope="col">
                  {t(`feesPage.${id}`)}
                  {rule && (
                    <Text component="small" className="wide-only" fz="xs" c="var(--text-3)" fw={400}>
                      {rule}
                    </Text>
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {overview.rows.map(({ amount, fees }) => (
              <Table.Tr key={amount} {...(parseAmountCents(amount) === cents && MARKED)}>
                <Table.Th scope="row">{money(amount)}</Table.Th>
                <Table.Td>{money(fees.breakdown.flipFee)}</Table.Td>
                <Table.Td>{money(fees.breakdown.processingFee)}</Table.Td>
                <Table.Td>{money(fees.total)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Stack gap={4} fz="sm" c="dimmed">
        <p>{transferNote(t, i18n.language, overview)}</p>
        <p>{processingNote(t, i18n.language, overview)}</p>
        <p>
          {t('feesPage.noteShown')} {t('feesPage.noteRounded')}
        </p>
      </Stack>
    </Stack>
  );
}

function GoodToKnow({ overview }: { readonly overview: FeeScheduleOverview }) {
  const { t, i18n } = useTranslation();
  return (
    <Stack component="section" gap="md" aria-labelledby="good-to-know">
      <Text component="h2" fz="xl" mt={40} id="good-to-know">
        {t('feesPage.heading.good')}
      </Text>
      <Facts mt="xs">
        <FactTexts
          icon="shield"
          title={t('feesPage.heading.limits')}
          texts={limitTexts(t, i18n.language, overview)}
        />
        <FactTexts icon="card" title={t('feesPage.heading.methods')} texts={methodTexts(t, overview)} />
        <FactTexts
          icon="send"
          title={t('feesPage.heading.thirdParty')}
          texts={thirdPartyTexts(t, i18n.language, overview)}
        />
        <FactTexts icon="refund" title={t('feesPage.heading.refunds')} texts={[t('feesPage.noteRefund')]} />
        <FactTexts icon="bulb" title={t('feesPage.heading.tip')} texts={[t('feesPage.tip')]} />
      </Facts>
      <Muted>
        {t('policy.updated', { date: formatPolicyDate(TERMS_VERSION, i18n.language) })} ·{' '}
        <Link to="/terms">{t('terms.title')}</Link>
      </Muted>
    </Stack>
  );
}

interface FactTextsProps {
  readonly icon: IconName;
  readonly title: string;
  readonly texts: readonly (string | null)[];
}

function FactTexts({ texts, ...fact }: FactTextsProps) {
  return (
    <Fact {...fact}>
      <Paragraphs texts={texts} />
    </Fact>
  );
}

function transferNote(t: TFunction, language: string, { rows: [row] }: FeeScheduleOverview) {
  if (!row) return t('feesPage.transferRule');
  const figures = {
    amount: formatMoney(row.amount, language),
    fee: formatMoney(row.fees.breakdown.flipFee, language),
  };
  return `${t('feesPage.transferRule')} ${t('feesPage.example', figures)}.`;
}

function thirdPartyTexts(t: TFunction, language: string, { thirdParty }: FeeScheduleOverview) {
  const deducting = thirdParty.filter(({ fee }) => Number(fee) > 0);
  const named = deducting.map(({ platform, fee }) =>
    t('feesPage.thirdPartyFee', { platform, fee: formatMoney(fee, language) }),
  );
  return [
    t('feesPage.thirdPartyTop'),
    t('feesPage.thirdPartyDeducted'),
    ...(named.length > 0 ? named : [t('feesPage.thirdPartyNothing')]),
  ];
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
