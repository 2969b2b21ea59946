import '@mantine/core/styles/Kbd.layer.css';
import { useEffect } from 'react';
import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { DESK_FILTERS, type DeskTask, type DeskTasks } from '@kernel/payouts';
import { PLATFORMS } from '@kernel/platforms';
import { useMe } from '../accounts/use-session';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { PageHeading } from '../ui/page-heading';
import { SkeletonRows } from '../ui/skeleton';
import { showError } from '../ui/toasts';
import { DeskFilters } from './desk-filters';
import { DeskStrays } from './desk-strays';
import { DeskTaskCard } from './desk-task';
import { DeskTable } from './desk-table';
import { LedgerStrip } from './ledger-strip';
import { isTyping } from './use-queue-keys';
import { useStrays } from './use-strays';
import { useDesk, useDeskStep, type DeskView } from './use-desk';

/** The payout desk: what waits for a person, and the task that was chosen. */
export function PayoutDesk() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const view = viewIn(parameters);
  const { data, error, isLoading, mutate } = useDesk(view);
  const chosen = data?.items.find(({ transferId }) => transferId === parameters.get('task'));
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('desk.title')}>{t('desk.title')}</PageHeading>
        <DeskFilters
          view={view}
          onChange={(next) => {
            setParameters(parametersOf(next, null), { replace: true });
          }}
        />
        <ClaimNext
          tasks={data?.items ?? []}
          onClaimed={(task) => {
            setParameters(parametersOf(view, task), { replace: true });
          }}
        />
      </div>
      <div className="stack-16">
        <LedgerStrip />
        <DeskStrays />
        {isLoading && <SkeletonRows count={4} />}
        {error && !data && (
          <ErrorBlock title={t('desk.failed')} error={error} onRetry={() => void mutate()} />
        )}
        {data && <Desk data={data} view={view} chosen={chosen} />}
        <p className="wide-only muted t12">
          <Kbd>j</Kbd> <Kbd>k</Kbd> {t('compliance.keyMove')} <Kbd>Enter</Kbd> {t('compliance.keyOpen')}{' '}
          <Kbd>c</Kbd> {t('desk.claimNext')}
        </p>
      </div>
    </>
  );
}

interface DeskProps {
  readonly data: DeskTasks;
  readonly view: DeskView;
  readonly chosen: DeskTask | undefined;
}

function Desk({ data, view, chosen }: DeskProps) {
  const { t } = useTranslation();
  const strays = useStrays().data?.items ?? [];
  if (data.items.length === 0)
    return strays.length > 0 && isUnfiltered(view) ? null : (
      <Card>
        {view.q === '' ? (
          <EmptyState icon="checkCircle" title={t('desk.empty')} text={t('desk.emptyText')} />
        ) : (
          <EmptyState icon="search" title={t('desk.notFound')} text={t('desk.notFoundText')} />
        )}
      </Card>
    );
  return (
    <div className="case-grid">
      <DeskTable
        data={data}
        chosenId={chosen?.transferId}
        addressOf={(task) => `?${new URLSearchParams(parametersOf(view, task)).toString()}`}
      />
      {chosen ? (
        <DeskTaskCard key={`${chosen.transferId} ${chosen.kind} ${chosen.proposal?.at}`} task={chosen} />
      ) : (
        <Card>
          <p className="muted t14">{t('desk.choose')}</p>
        </Card>
      )}
      <span />
    </div>
  );
}

/** Takes the payout that waits longest; the key c does the same. */
function ClaimNext({
  tasks,
  onClaimed,
}: {
  readonly tasks: readonly DeskTask[];
  readonly onClaimed: (task: DeskTask) => void;
}) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const canClaim = useMe().roles.includes('operator');
  const next = canClaim ? tasks.find(({ kind }) => kind === 'claim') : undefined;
  const { trigger, isMutating } = useSend(useDeskStep(), {
    onSuccess: () => {
      if (next) onClaimed(next);
    },
    onError: (problem) => {
      showError(problemText(problem));
    },
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (next && event.key === 'c' && isPlain && !isTyping(event.target))
        void trigger({ path: 'claim', transferId: next.transferId });
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [next, trigger]);
  if (!next) return null;
  return (
    <Button
      size="xs"
      tone="primary"
      busy={isMutating}
      onClick={() => void trigger({ path: 'claim', transferId: next.transferId })}
    >
      {t('desk.claimNext')}
    </Button>
  );
}

/** Everything that waits is shown. */
const isUnfiltered = ({ state, platform, q }: DeskView): boolean =>
  state === 'open' && platform === '' && q === '';

function viewIn(parameters: URLSearchParams): DeskView {
  const [state, platform] = [parameters.get('state'), parameters.get('platform')];
  return {
    state: DESK_FILTERS.find((one) => one === state) ?? 'open',
    platform: PLATFORMS.find((one) => one === platform) ?? '',
    q: parameters.get('q') ?? '',
  };
}

function parametersOf({ state, platform, q }: DeskView, task: DeskTask | null): Record<string, string> {
  return {
    ...(state !== 'open' && { state }),
    ...(platform !== '' && { platform }),
    ...(q !== '' && { q }),
    ...(task && { task: task.transferId }),
  };
}
