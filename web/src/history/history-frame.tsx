import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { caseNumberOf } from '@kernel/staff/compliance';
import { Box, Group, Stack } from '@mantine/core';
import { ApiError } from '../lib/api/api-error';
import { formatMoment } from '../lib/format';
import { Button } from '../ui/forms/button';
import { EmptyState } from '../ui/feedback/empty-state';
import { PageHeading } from '../ui/parts/page-heading';
import { Fine, Muted } from '../ui/parts/text';
import { Bone, Skeleton } from '../ui/feedback/skeleton';
import { typedReason } from '../review/reveal/access-reason';
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

/** Where a history stands, whose it is, and why it is read. */
export function HistoryHead({ here, title, access, lead, aside }: HistoryHeadProps) {
  const { t, i18n } = useTranslation();
  const { kind, reference } = typedReason(access?.reason ?? '');
  return (
    <div>
      <Box className="replay-trail" fz="sm">
        <WayHere reason={access?.reason} here={here} />
        {access && (
          <Fine>
            {t('replay.readOnly', {
              reason: t(`replay.reason.shown.${kind}`, {
                reference: kind === 'case' ? caseNumberOf(reference) : reference,
              }),
              at: formatMoment(access.recordedAt, i18n.language),
            })}
          </Fine>
        )}
      </Box>
      <Group align="baseline" gap="0 var(--s-16)">
        <PageHeading title={title}>{title}</PageHeading>
        {lead && <Muted>{lead}</Muted>}
        {aside && <Box ml="auto">{aside}</Box>}
      </Group>
    </div>
  );
}

/** Why nothing is shown: an unknown id, the reader's own, or a case about another sender. */
export function NoHistory({ onOtherReason }: { readonly onOtherReason: () => void }) {
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
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'validation_failed');

export function HistorySkeleton() {
  return (
    <Skeleton>
      <Stack gap="md">
        <Bone width="100%" height={96} />
        <Bone width="100%" height={400} />
      </Stack>
    </Skeleton>
  );
}
