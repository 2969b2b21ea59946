import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { HISTORY_ROLES } from '@kernel/people/accounts';
import type { CaseDetail } from '@kernel/staff/compliance';
import { Stack } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { formatExact, formatMoment } from '../../lib/format';
import { ButtonLink } from '../../ui/forms/button';
import { useKeys } from '../../ui/keys/use-keys';
import { Card } from '../../ui/parts/card';
import { CopyableId } from '../../ui/parts/copyable-id';
import { Fact, Facts } from '../frame/facts';
import { KeyHint } from '../frame/key-hint';
import { replayPath, senderAtPath } from '../reveal/access-reason';
import { useNobody } from './use-nobody';

interface CaseFactsProps {
  readonly detail: CaseDetail;
  /** More that can be done with it. */
  readonly children: ReactNode;
}

/** What is known of the case itself, and the ways to what happened before. */
export function CaseFacts({ detail, children }: CaseFactsProps) {
  const { t } = useTranslation();
  const nobody = useNobody();
  const { roles } = useMe();
  const moments = [
    ['detected', detail.createdAt],
    ['due', detail.dueAt],
    ['updated', detail.updatedAt],
    ['snoozedUntil', detail.snoozedUntil],
    // It waits while the case is open again.
    ['reportDue', detail.reviewed ? detail.reportDueAt : null],
    ['reportFiled', detail.reportFiledAt],
  ] as const;
  return (
    <Card title={t('compliance.case')}>
      <Stack gap="sm">
        <Facts cols={2}>
          {moments.map(
            ([name, at]) =>
              at && (
                <Fact key={name} name={t(`compliance.${name}`)}>
                  <Moment at={at} />
                </Fact>
              ),
          )}
          <Fact name={t('compliance.assignee')}>{detail.assigneeName ?? nobody(detail.leftBy)}</Fact>
          <Fact name={t('compliance.caseId')}>
            <CopyableId id={detail.id} label={t('compliance.copyId')} copied={t('compliance.copied')} />
          </Fact>
        </Facts>
        {HISTORY_ROLES.some((role) => roles.includes(role)) && <Histories detail={detail} />}
        {children}
      </Stack>
    </Card>
  );
}

/** The replay of the sender and the sender as they were, for the case. */
function Histories({ detail: { id, uid } }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [replay, then] = [replayPath(`senders/${uid}`, `case:${id}`), senderAtPath(uid, `case:${id}`)];
  useKeys(t('compliance.keys.case'), [
    {
      key: 'r',
      text: t('compliance.replayOpen'),
      short: t('compliance.keys.replay'),
      act: () => void navigate(replay),
    },
    { key: 't', text: t('senderAt.open'), short: t('compliance.keys.then'), act: () => void navigate(then) },
  ]);
  return (
    <Stack gap="xs">
      <ButtonLink size="xs" to={replay} aria-keyshortcuts="r">
        {t('compliance.replayOpen')}
        <KeyHint>r</KeyHint>
      </ButtonLink>
      <ButtonLink size="xs" to={then} aria-keyshortcuts="t">
        {t('senderAt.open')}
        <KeyHint>t</KeyHint>
      </ButtonLink>
    </Stack>
  );
}

/** An instant, with the exact one in its `title`. */
export function Moment({ at }: { readonly at: string }) {
  const { i18n } = useTranslation();
  return (
    <time className="nowrap" dateTime={at} title={formatExact(at, i18n.language)}>
      {formatMoment(at, i18n.language)}
    </time>
  );
}
