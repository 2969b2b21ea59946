import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { REASON_PATTERN } from '@kernel/staff/access-reasons';
import { caseNumberOf } from '@kernel/staff/compliance';
import { Box, Group, Stack } from '@mantine/core';
import { ApiError } from '../lib/api/api-error';
import { formatMoment } from '../lib/format';
import { Button } from '../ui/forms/button';
import { EmptyState } from '../ui/feedback/empty-state';
import { ErrorBlock } from '../ui/feedback/error-block';
import { PageHeading } from '../ui/parts/page-heading';
import { Fine, Muted } from '../ui/parts/text';
import { Bone, Skeleton } from '../ui/feedback/skeleton';
import { ReasonCard } from '../review/case/reason-card';
import { reasonOf, typedReason } from '../review/reveal/access-reason';
import { WayHere } from '../review/case/way-here';

interface HistoryHeadProps {
  /** The name of this kind of page. */
  readonly here: string;
  readonly title: string;
  /** As it was recorded; null before it is. */
  readonly access: { readonly reason: string; readonly recordedAt: string } | null;
  readonly lead?: ReactNode;
  readonly aside?: ReactNode;
}

/** The position of a history, its sender, and the reason for reading it. */
export function HistoryHead({ here, title, access, lead, aside }: HistoryHeadProps) {
  const { t, i18n } = useTranslation();
  const { kind, reference } = typedReason(access?.reason ?? '');
  return (
    <div>
      <Group gap="4px var(--s-16)" fz="sm">
        <WayHere reason={access?.reason} here={here} />
        {access && (
          <Fine ml="auto">
            {t('replay.readOnly', {
              reason: t(`replay.reason.shown.${kind}`, {
                reference: kind === 'case' ? caseNumberOf(reference) : reference,
              }),
              at: formatMoment(access.recordedAt, i18n.language),
            })}
          </Fine>
        )}
      </Group>
      <Group align="baseline" gap="0 var(--s-16)">
        <PageHeading title={title}>{title}</PageHeading>
        {lead && <Muted>{lead}</Muted>}
        {aside && <Box ml="auto">{aside}</Box>}
      </Group>
    </div>
  );
}

interface ForReasonProps {
  readonly here: string;
  readonly title: string;
  readonly children: (reason: string, onOtherReason: () => void) => ReactNode;
}

/** A history for the reason in the address; without one, a form that asks for it. */
export function ForReason({ here, title, children }: ForReasonProps) {
  const [parameters, setParameters] = useSearchParams();
  const reason = parameters.get('reason') ?? '';
  if (REASON_PATTERN.test(reason))
    return children(reason, () => {
      setParameters({}, { replace: true });
    });
  return (
    <Stack gap="md">
      <HistoryHead here={here} title={title} access={null} />
      <ReasonCard
        onReason={(typed) => {
          setParameters({ ...Object.fromEntries(parameters), reason: reasonOf(typed) }, { replace: true });
        }}
      />
    </Stack>
  );
}

interface UnshownProps {
  readonly here: string;
  readonly title: string;
  /** What did not load. */
  readonly failed: string;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onOtherReason: () => void;
}

/** In place of a history that is not shown: it loads, failed to, or does not exist. */
export function Unshown({ here, title, failed, isLoading, error, onRetry, onOtherReason }: UnshownProps) {
  return (
    <Stack gap="md">
      <HistoryHead here={here} title={title} access={null} />
      {isLoading && <HistorySkeleton />}
      {isMissing(error) && <NoHistory onOtherReason={onOtherReason} />}
      {error !== undefined && !isMissing(error) && (
        <ErrorBlock title={failed} error={error} onRetry={onRetry} />
      )}
    </Stack>
  );
}

/** Why nothing is shown: an unknown id, oneself, or a case about another sender. */
function NoHistory({ onOtherReason }: { readonly onOtherReason: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon="search"
        title={t('replay.none')}
        text={t('replay.noneText')}
        action={
          <Button size="sm" onClick={onOtherReason}>
            {t('replay.otherReason')}
          </Button>
        }
      />
    </div>
  );
}

/** Whether a history is refused because of what it is asked for. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'validation_failed');

function HistorySkeleton() {
  return (
    <Skeleton>
      <Stack gap="md">
        <Bone width="100%" height={96} />
        <Bone width="100%" height={400} />
      </Stack>
    </Skeleton>
  );
}
