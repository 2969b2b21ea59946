import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { TERMS_VERSION, type PublicConfig } from '@kernel/people/accounts';
import { FEE_SCHEDULES, processingRule } from '@kernel/money/fees';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/money/limits';
import { formatAmount } from '@kernel/money/money';
import type { FeeScheduleOverview } from '@kernel/money/transfers';
import { Text } from '@mantine/core';
import { formatBasisPoints, formatMoney, formatMoneyShort, formatPolicyDate } from '../../lib/format';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { Paragraphs, PolicySections, type PolicySection } from '../../ui/parts/policy';
import { Contact } from '../contact';
import { useConfig } from '../use-config';

/** The terms as they are accepted at sign-up and shown on /terms. */
export function TermsText({ headingLevel }: { readonly headingLevel: 2 | 3 }) {
  const { t, i18n } = useTranslation();
  const sections = useTermsSections();
  return (
    <>
      <Text fz="sm" c="var(--text-3)">
        {t('policy.updated', { date: formatPolicyDate(TERMS_VERSION, i18n.language) })}
      </Text>
      <PolicySections sections={sections} headingLevel={headingLevel} />
    </>
  );
}

/** The parts of the terms, with the figures of this deployment. */
export function useTermsSections(): readonly PolicySection[] {
  const { t, i18n } = useTranslation();
  const config = useConfig();
  const { data: overview } = useFeeSchedule();
  const figures = figuresOf(overview ?? USUAL, i18n.language);
  const known = overview !== undefined;
  return [
    part(t, 'service', ['terms.intermediary', 'terms.platforms', 'terms.noBank']),
    part(t, 'who', ['terms.age', 'terms.account', 'terms.identity', 'terms.suspension']),
    { ...heading(t, 'limits'), content: <Figured known={known} texts={limitTexts(t, figures)} /> },
    { ...heading(t, 'fees'), content: <Figured known={known} texts={feeTexts(t, figures)} /> },
    { ...heading(t, 'payment'), content: <Paragraphs texts={paymentTexts(t, config)} /> },
    part(t, 'refunds', ['terms.final', 'terms.refund', 'terms.noRefundWrong', 'terms.noRefundDelivered']),
    part(t, 'data', ['terms.data']),
    part(t, 'law', ['terms.law', 'terms.disputes']),
    {
      ...heading(t, 'contact'),
      content: config && <Contact text="terms.support" support={config.support} />,
    },
  ];
}

function heading(t: TFunction, id: string) {
  return { id, title: t(`terms.heading.${id}`) };
}

function part(t: TFunction, id: string, keys: readonly string[]): PolicySection {
  return { ...heading(t, id), content: <Paragraphs texts={keys.map((key) => t(key))} /> };
}

interface Figures {
  readonly weekly: string;
  readonly perTransfer: string;
  readonly minimum: string;
  readonly percent: string;
  /** Null without a weekly limit of verified senders. */
  readonly verifiedWeekly: string | null;
  /** Null where the card fee has no fixed part. */
  readonly fixed: string | null;
}

type FigureSource = Pick<
  FeeScheduleOverview,
  'schedule' | 'weeklyLimit' | 'perTransferLimit' | 'minimum' | 'verifiedWeeklyLimit'
>;

/** A placeholder as long as the figure that is not known yet. */
const USUAL: FigureSource = {
  schedule: FEE_SCHEDULES[0],
  weeklyLimit: formatAmount(UNVERIFIED_WEEKLY_LIMIT_CENTS),
  perTransferLimit: formatAmount(PER_TRANSFER_LIMIT_CENTS),
  minimum: '1.00',
  verifiedWeeklyLimit: null,
};

function figuresOf(overview: FigureSource, language: string): Figures {
  const { basisPoints, fixedCents } = processingRule(overview.schedule);
  return {
    weekly: formatMoneyShort(overview.weeklyLimit, language),
    perTransfer: formatMoneyShort(overview.perTransferLimit, language),
    minimum: formatMoneyShort(overview.minimum, language),
    verifiedWeekly: overview.verifiedWeeklyLimit && formatMoneyShort(overview.verifiedWeeklyLimit, language),
    percent: formatBasisPoints(basisPoints, language),
    fixed: fixedCents === 0 ? null : formatMoney(fixedCents, language),
  };
}

interface FiguredProps {
  readonly known: boolean;
  readonly texts: readonly string[];
}

// The sentences keep their place while their figures load, but show nothing that may be wrong.
function Figured({ known, texts }: FiguredProps) {
  return (
    <div className={known ? 'figured' : 'figured not-yet'}>
      <Paragraphs texts={texts} />
    </div>
  );
}

function limitTexts(t: TFunction, figures: Figures) {
  return [
    t('terms.limitUnverified', { ...figures }),
    t('terms.limitVerified', { ...figures }),
    ...(figures.verifiedWeekly ? [t('terms.limitVerifiedWeekly', { weekly: figures.verifiedWeekly })] : []),
  ];
}

function feeTexts(t: TFunction, figures: Figures) {
  return [t('terms.feeTransfer'), processingText(t, figures), t('terms.feeThirdParty')];
}

function processingText(t: TFunction, figures: Figures) {
  return figures.fixed === null
    ? t('terms.feeProcessing', { ...figures })
    : t('terms.feeProcessingFixed', { ...figures });
}

function paymentTexts(t: TFunction, config: PublicConfig | undefined) {
  const credit = config?.acceptedFunding.includes('credit') ?? false;
  return [credit ? t('terms.cardCredit') : t('terms.cardDebit'), t('terms.cardOwn')];
}
