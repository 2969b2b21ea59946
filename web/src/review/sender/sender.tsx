import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { SenderActivity } from '@kernel/staff/sender-activity';
import type { SenderState } from '@kernel/staff/sender-states';
import type { SenderStanding } from '@kernel/staff/standing';
import { Group, Stack } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { ForReason } from '../../history/history-frame';
import { useSenderActivity } from '../../history/use-history';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';
import { formatMoment } from '../../lib/format';
import { VerificationBadge } from '../../ui/feedback/badge';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Notice } from '../../ui/feedback/notice';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';
import { Button, ButtonLink } from '../../ui/forms/button';
import { PageHeading } from '../../ui/parts/page-heading';
import { Fine } from '../../ui/parts/text';
import { useKeys } from '../../ui/keys/use-keys';
import { WayHere } from '../case/way-here';
import { KeyHint } from '../frame/key-hint';
import { WithSide } from '../frame/with-side';
import { replayPath, senderAtPath } from '../reveal/access-reason';
import { IdentityCard } from './identity-card';
import { SenderAttempts } from './sender-attempts';
import { SenderCards, SenderHandles } from './sender-means';
import { SenderCases, SenderChecks } from './sender-reviews';
import { SenderWeek } from './sender-week';
import { useMasked } from '../reveal/use-masked';
import { SenderStates } from './sender-states';
import { StandingActButton } from './standing-act';
import { AccountCard, DataCard, SendingCard, StateBadge } from './standing-card';
import { useStanding } from './use-standing';
import './standing.css';

/** One sender, for the reason in the address: who it is, masked, what they did, and what keeps them from sending. */
export function Sender() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <ForReason here={t('standing.here')} title={t('standing.here')}>
      {(reason, onOtherReason) => <OneSender {...{ uid: id, reason, onOtherReason }} />}
    </ForReason>
  );
}

interface OneSenderProps {
  readonly uid: string;
  readonly reason: string;
  readonly onOtherReason: () => void;
}

function OneSender({ uid, reason, onOtherReason }: OneSenderProps) {
  const { t } = useTranslation();
  const standing = useStanding(uid);
  const activity = useSenderActivity(uid, reason);
  const error = standing.error ?? activity.error;
  if (isMissing(error)) return <NoSuchSender onOtherReason={onOtherReason} />;
  if (standing.data && activity.data)
    return (
      <Shown
        standing={standing.data}
        activity={activity.data}
        busy={activity.isValidating}
        error={activity.error}
        onAgain={() => void activity.mutate()}
      />
    );
  if (!error) return <SenderSkeleton />;
  const retry = () => void Promise.all([standing.mutate(), activity.mutate()]);
  return <ErrorBlock title={t('standing.failed')} error={error} onRetry={retry} />;
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'validation_failed');

interface ShownProps {
  readonly standing: SenderStanding;
  readonly activity: SenderActivity;
  readonly busy: boolean;
  /** Why it was not read again; undefined otherwise. */
  readonly error: unknown;
  /** Reads what the sender did again, which is recorded again. */
  readonly onAgain: () => void;
}

function Shown({ standing, activity, busy, error, onAgain }: ShownProps) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  return (
    <Stack gap="md" aria-busy={busy || undefined}>
      <SenderHead standing={standing} reason={activity.reason} />
      <SenderWeek activity={activity} standing={standing} />
      <WithSide
        width={320}
        side={
          <Stack gap="md">
            <IdentityCard standing={standing} activity={activity} />
            <SenderCases activity={activity} />
            <SenderChecks activity={activity} />
          </Stack>
        }
      >
        <Stack gap="md">
          <StandingCards standing={standing} />
          <SenderAttempts activity={activity} />
          <SenderCards activity={activity} />
          <SenderHandles activity={activity} />
        </Stack>
      </WithSide>
      <Group gap="xs">
        <Fine>{t('activity.asOf', { at: formatMoment(activity.recordedAt, i18n.language) })}</Fine>
        <Button size="xs" tone="subtle" busy={busy} busyText={t('activity.reading')} onClick={onAgain}>
          {t('activity.again')}
        </Button>
      </Group>
      {error !== undefined && !busy && (
        <Notice tone="danger" icon="alert" role="alert" title={t('activity.notRead')}>
          {problemText(error)}
        </Notice>
      )}
    </Stack>
  );
}

/** Only unusual states have a card. */
function StandingCards({ standing }: Pick<ShownProps, 'standing'>) {
  const { pauses, resumeRequest, suspension, reinstatementRequest, closedAt, erasedAt, legalHold } = standing;
  return (
    <>
      {(closedAt ?? erasedAt ?? legalHold) && <DataCard standing={standing} />}
      {(pauses.length > 0 || resumeRequest) && <SendingCard standing={standing} />}
      {(suspension ?? reinstatementRequest) && <AccountCard standing={standing} />}
    </>
  );
}

function SenderHead({ standing, reason }: { readonly standing: SenderStanding; readonly reason: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { uid, displayName, verification, states } = standing;
  const name = useMasked()(displayName);
  const is = (state: SenderState) => states.includes(state);
  const isOpen = !is('closed') && !is('erased');
  const isLead = useMe().roles.includes('lead');
  const [replay, timeMachine] = [replayPath(`senders/${uid}`, reason), senderAtPath(uid, reason)];
  useKeys(t('standing.here'), [
    {
      key: 'r',
      text: t('find.replay'),
      short: t('compliance.keys.replay'),
      act: () => void navigate(replay),
    },
    {
      key: 't',
      text: t('senderAt.open'),
      short: t('compliance.keys.then'),
      act: () => void navigate(timeMachine),
    },
  ]);
  return (
    <div>
      <WayHere reason={reason} here={t('standing.here')} />
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <PageHeading title={t('standing.title', { name })}>{name}</PageHeading>
          <VerificationBadge badge={verification} />
          <SenderStates states={states} />
          {isOpen && !is('paused') && !is('suspended') && <StateBadge closed={false} text="sends" />}
        </Group>
        <Group gap="xs">
          <ButtonLink size="xs" icon="history" to={replay} aria-keyshortcuts="r">
            {t('find.replay')}
            <KeyHint>r</KeyHint>
          </ButtonLink>
          <ButtonLink size="xs" icon="clock" to={timeMachine} aria-keyshortcuts="t">
            {t('senderAt.open')}
            <KeyHint>t</KeyHint>
          </ButtonLink>
          {isLead && isOpen && (
            <>
              {!is('legal_hold') && <StandingActButton uid={uid} act="place-legal-hold" />}
              {!is('suspended') && <StandingActButton uid={uid} act="suspend" />}
              {!is('paused') && <StandingActButton uid={uid} act="pause" />}
            </>
          )}
        </Group>
      </Group>
    </div>
  );
}

function NoSuchSender({ onOtherReason }: Pick<OneSenderProps, 'onOtherReason'>) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('standing.none')} className="visually-hidden">
        {t('standing.none')}
      </PageHeading>
      <EmptyState
        icon="search"
        title={t('standing.none')}
        text={t('activity.noneText')}
        action={
          <Group gap="xs">
            <ButtonLink to="/compliance/find">{t('find.nav')}</ButtonLink>
            <Button onClick={onOtherReason}>{t('replay.otherReason')}</Button>
          </Group>
        }
      />
    </>
  );
}

function SenderSkeleton() {
  return (
    <Skeleton>
      <Stack gap="md">
        <Bone width={280} height={28} />
        <Bone width="100%" height={88} />
        <Bone width="100%" height={320} />
      </Stack>
    </Skeleton>
  );
}
