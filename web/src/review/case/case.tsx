import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { REVIEW_ROLES } from '@kernel/people/accounts';
import type { CaseDetail } from '@kernel/staff/compliance';
import { Box, Flex, Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { formatMoney } from '../../lib/format';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { PageHeading } from '../../ui/parts/page-heading';
import { Fine, Muted } from '../../ui/parts/text';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';
import { CaseFileButtons } from '../../audit/case-file-buttons';
import { useMe } from '../../accounts/use-session';
import { AlertReason } from './alert-reason';
import { AttemptsTable } from './attempts-table';
import { CaseFacts } from './case-facts';
import { CaseHead } from './case-head';
import { SenderFacts } from '../sender/sender-facts';
import { CaseLog } from './case-log';
import { PastNotice } from './past-case';
import { OtherCases } from './other-cases';
import { holdCells } from './payment-hold';
import { DecidedCard } from './decided-card';
import { ReviewCard } from './review-card';
import { SameHandle } from './same-handle';
import { useOutcomeForm } from './use-outcome-form';
import { useCase } from '../queue/use-cases';
import './case.css';

/**
 * One case: why the rule alerted, the attempts behind it, what else is known, everything done, and the decision. With a
 * position in the address, as it was known then, to read only.
 */
export function Case() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const at = useSearchParams()[0].get('at');
  const { data: detail, error, isLoading, mutate } = useCase(id, at);
  if (isLoading) return <CaseSkeleton />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NoSuchCase />;
  if (!detail) {
    return <ErrorBlock title={t('compliance.caseFailed')} error={error} onRetry={() => void mutate()} />;
  }
  return <CaseParts key={id} detail={detail} at={at} />;
}

interface CasePartsProps {
  readonly detail: CaseDetail;
  /** The position as of which it is shown; null for now. */
  readonly at: string | null;
}

function CaseParts({ detail, at }: CasePartsProps) {
  const { roles } = useMe();
  const isPast = at !== null;
  const canWork = !isPast && REVIEW_ROLES.some((role) => roles.includes(role));
  const form = useOutcomeForm(detail);
  return (
    <Box {...(isPast && { bd: '2px dashed var(--warning)', bdrs: 'lg', p: 'xs', m: -10 })}>
      {isPast && <PastNotice detail={detail} />}
      <CaseHead detail={detail} canWork={canWork} />
      <Flex className="case-columns" direction={{ base: 'column', md: 'row' }} gap={{ base: 'sm', md: 'md' }}>
        <Stack gap="sm" flex={1} miw={0}>
          <DecidedCard {...{ detail, form, isPast }} canReview={canWork} />
          <AlertReason detail={detail} />
          <Attempts detail={detail} isPast={isPast} />
          <ReviewCard {...{ detail, form, isPast }} canReview={canWork} />
          <SameHandle caseId={detail.id} at={at} />
          <OtherCases cases={detail.sender.otherCases} />
        </Stack>
        <Stack gap="sm" flex="none" w={{ base: 'auto', md: 296 }}>
          <SenderFacts detail={detail} />
          <CaseFacts detail={detail}>{!isPast && <CaseFileButtons caseId={detail.id} />}</CaseFacts>
          <CaseLog detail={detail} canWrite={canWork} />
        </Stack>
      </Flex>
    </Box>
  );
}

function Attempts({ detail, isPast }: { readonly detail: CaseDetail; readonly isPast: boolean }) {
  const { t, i18n } = useTranslation();
  const hasHolds = !isPast && detail.attempts.some(({ payment }) => payment !== null);
  const sums = t('compliance.sums', {
    attempted: formatMoney(detail.attempted, i18n.language),
    atRisk: formatMoney(detail.atRisk, i18n.language),
  });
  return (
    <Card title={t('compliance.behind')} aside={<Muted span>{sums}</Muted>} className="card-flush">
      <AttemptsTable
        attempts={detail.attempts}
        triggerId={detail.transactionId}
        caseId={detail.id}
        {...(hasHolds && { holdOf: holdCells(detail) })}
      />
      <Fine className="table-note" py="xs">
        {detail.txCount > detail.attempts.length &&
          `${t('compliance.moreAttempts', { shown: detail.attempts.length, count: detail.txCount })} `}
        {t('compliance.replayRecorded')}
        {hasHolds && ` ${t('compliance.holds.secret')}`}
      </Fine>
    </Card>
  );
}

function NoSuchCase() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('compliance.noCase')} className="visually-hidden">
        {t('compliance.noCase')}
      </PageHeading>
      <EmptyState
        icon="search"
        title={t('compliance.noCase')}
        action={<ButtonLink to="/compliance/cases">{t('compliance.backToQueue')}</ButtonLink>}
      />
    </>
  );
}

function CaseSkeleton() {
  return (
    <Skeleton>
      <Stack gap="md">
        <Bone width={320} height={28} />
        <Bone width="100%" height={160} />
        <Bone width="100%" height={240} />
      </Stack>
    </Skeleton>
  );
}
