import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { REASON_PATTERN } from '@kernel/staff/access-reasons';
import type { SenderStanding } from '@kernel/staff/standing';
import { Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { formatDay } from '../../lib/format';
import { VerificationBadge } from '../../ui/feedback/badge';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { CopyableId } from '../../ui/parts/copyable-id';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { PageHeading } from '../../ui/parts/page-heading';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';
import { replayPath } from '../reveal/access-reason';
import { Revealable } from '../reveal/reveal-button';
import { SenderFigures } from './sender-figures';
import { AccountCard, SendingCard } from './standing-card';
import { useStanding } from './use-standing';
import { WayHere } from '../case/way-here';
import './standing.css';

/** One sender: who it is, masked, and what keeps them from sending or signing in. */
export function Sender() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const given = parameters.get('reason') ?? '';
  const reason = REASON_PATTERN.test(given) ? given : undefined;
  const { data: standing, error, isLoading, mutate } = useStanding(id);
  if (isLoading) return <SenderSkeleton />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NoSuchSender />;
  if (!standing)
    return <ErrorBlock title={t('standing.failed')} error={error} onRetry={() => void mutate()} />;
  const title = t('standing.title', { name: standing.displayName });
  return (
    <Stack gap="md">
      <div>
        <WayHere reason={reason} here={t('standing.here')} />
        <PageHeading title={title}>{title}</PageHeading>
      </div>
      <div className="standing-grid">
        <Stack gap="md">
          <SendingCard standing={standing} />
          <AccountCard standing={standing} />
        </Stack>
        <SenderCard standing={standing} reason={reason} />
      </div>
    </Stack>
  );
}

interface SenderCardProps {
  readonly standing: SenderStanding;
  readonly reason: string | undefined;
}

function SenderCard({ standing, reason }: SenderCardProps) {
  const { t, i18n } = useTranslation();
  const { uid, displayName, email, since, verification } = standing;
  const shown = { subject: uid, ...(reason !== undefined && { reason }) };
  return (
    <Card title={t('standing.here')}>
      <dl className="pairs">
        <div>
          <dt>{t('standing.fields.name')}</dt>
          <dd>
            <Revealable masked={displayName} field="name" {...shown} />
          </dd>
        </div>
        <div>
          <dt>{t('standing.fields.email')}</dt>
          <dd>
            <Revealable masked={email} field="email" {...shown} />
          </dd>
        </div>
        <div>
          <dt>{t('standing.senderId')}</dt>
          <dd>
            <CopyableId id={uid} label={t('standing.copyId')} copied={t('standing.copied')} />
          </dd>
        </div>
        <div>
          <dt>{t('find.since')}</dt>
          <dd>{formatDay(since, i18n.language)}</dd>
        </div>
        <div>
          <dt>{t('nav.verification')}</dt>
          <dd>
            <VerificationBadge badge={verification} />
          </dd>
        </div>
        <SenderFigures sender={standing} />
      </dl>
      <ButtonLink
        size="sm"
        icon="clock"
        to={reason === undefined ? `/compliance/replay/senders/${uid}` : replayPath(`senders/${uid}`, reason)}
      >
        {t('find.history')}
      </ButtonLink>
    </Card>
  );
}

function NoSuchSender() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('standing.none')} className="visually-hidden">
        {t('standing.none')}
      </PageHeading>
      <EmptyState
        icon="search"
        title={t('standing.none')}
        action={<ButtonLink to="/compliance/find">{t('find.nav')}</ButtonLink>}
      />
    </>
  );
}

function SenderSkeleton() {
  return (
    <Skeleton>
      <Stack gap="md">
        <Bone width={280} height={28} />
        <Bone width="100%" height={180} />
        <Bone width="100%" height={180} />
      </Stack>
    </Skeleton>
  );
}
