import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { HISTORY_BASES, type HistoryBasis, type SenderAt } from '@kernel/staff/sender-at';
import { Stack } from '@mantine/core';
import { formatYearSecond } from '../../lib/format';
import { ButtonLink } from '../../ui/forms/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { STRONG, WithStrong } from '../../ui/parts/with-strong';
import { useKeys } from '../../ui/keys/use-keys';
import { Fine } from '../../ui/parts/text';
import { replayPath } from '../../review/reveal/access-reason';
import { ForReason, HistoryHead, Unshown } from '../history-frame';
import { SenderAtDifferences } from './sender-at-differences';
import { SenderAtFacts } from './sender-at-facts';
import { SenderAtPoint, type Point } from './sender-at-point';
import { SenderAtTransfers } from './sender-at-transfers';
import { useSenderAt } from '../use-history';
import { useMasked } from '../../review/reveal/use-masked';
import './sender-at.css';

/** A sender as the product showed them at an instant, for the reason in the address. Each load is recorded. */
export function SenderAtScreen() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const basis = HISTORY_BASES.find((one) => one === parameters.get('basis')) ?? 'recorded';
  return (
    <ForReason here={t('senderAt.here')} title={t('senderAt.here')}>
      {(reason, onOtherReason) => (
        <Then
          uid={id}
          query={queryOf(reason, basis, parameters)}
          onShow={(point, on) => {
            setParameters({ reason, ...point, ...(on === 'happened' && { basis: on }) });
          }}
          onOtherReason={onOtherReason}
        />
      )}
    </ForReason>
  );
}

function queryOf(reason: string, basis: HistoryBasis, parameters: URLSearchParams): PastProps['query'] {
  const name = (['position', 'instant'] as const).find((one) => parameters.get(one));
  return { reason, basis, ...(name !== undefined && { [name]: parameters.get(name) }) };
}

interface PastProps {
  readonly uid: string;
  readonly query: Parameters<typeof useSenderAt>[1];
  readonly onShow: (point: Point, basis: HistoryBasis) => void;
  readonly onOtherReason: () => void;
}

function Then({ uid, query, onShow, onOtherReason }: PastProps) {
  const { t } = useTranslation();
  const { data, error, isLoading, isValidating, mutate } = useSenderAt(uid, query);
  if (data && !error) return <Shown at={data} busy={isValidating} onShow={onShow} />;
  return (
    <Unshown
      here={t('senderAt.here')}
      title={t('senderAt.here')}
      failed={t('senderAt.failed')}
      {...{ isLoading, error, onOtherReason }}
      onRetry={() => void mutate()}
    />
  );
}

interface ShownProps {
  readonly at: SenderAt;
  readonly busy: boolean;
  readonly onShow: PastProps['onShow'];
}

function Shown({ at, busy, onShow }: ShownProps) {
  const { t, i18n } = useTranslation();
  const masked = useMasked();
  const instantInput = useRef<HTMLInputElement>(null);
  const { uid, reason, shown, basis, previous, next } = at;
  const go = (place: SenderAt['next']) => {
    if (place) onShow({ position: place.position }, basis);
  };
  const changeBasis = (on: HistoryBasis) => onShow({ instant: at.instant }, on);
  const events = { short: t('replay.keys.event'), repeats: true };
  useKeys(t('senderAt.here'), [
    { key: 'h', text: t('replay.keys.earlier'), act: () => go(previous), ...events },
    { key: 'l', text: t('replay.keys.later'), act: () => go(next), ...events },
    {
      key: 'b',
      text: t('senderAt.keys.otherBasis'),
      short: t('senderAt.keys.basis'),
      act: () => changeBasis(basis === 'recorded' ? 'happened' : 'recorded'),
    },
    {
      key: 't',
      text: t('senderAt.keys.typeInstant'),
      short: t('senderAt.keys.instant'),
      act: () => instantInput.current?.focus(),
    },
  ]);
  return (
    <Stack gap="md" aria-busy={busy || undefined}>
      <HistoryHead
        here={t('senderAt.here')}
        title={shown ? masked(shown.profile.displayName) : t('senderAt.here')}
        access={at}
        lead={
          <WithStrong
            text={t(`senderAt.lead.${basis}`, { at: STRONG })}
            strong={formatYearSecond(at.instant, i18n.language)}
          />
        }
        aside={
          <ButtonLink size="xs" icon="history" to={replayPath(`senders/${uid}`, reason)}>
            {t('compliance.replayOpen')}
          </ButtonLink>
        }
      />
      <SenderAtPoint at={at} busy={busy} inputRef={instantInput} onShow={onShow} onBasis={changeBasis} />
      {shown ? (
        <>
          <SenderAtDifferences at={at} />
          <SenderAtFacts at={at} shown={shown} />
          <SenderAtTransfers at={at} shown={shown} />
          <Fine>{t('senderAt.today')}</Fine>
        </>
      ) : (
        <EmptyState icon="clock" title={t('senderAt.before')} text={t('senderAt.beforeText')} />
      )}
    </Stack>
  );
}
