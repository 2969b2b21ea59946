import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { waitsForOthers, type DeskTask, type DeskTasks } from '@kernel/money/payouts';
import { useMe } from '../accounts/use-session';
import { useAddress } from '../lib/address';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { EmptyState } from '../ui/feedback/empty-state';
import { ErrorBlock } from '../ui/feedback/error-block';
import { PageHeading } from '../ui/parts/page-heading';
import { SkeletonRows } from '../ui/feedback/skeleton';
import { useNarrow } from '../ui/parts/use-narrow';
import { DeskDone } from './desk-done';
import { DeskFilters } from './desk-filters';
import { DeskStrays } from './desk-strays';
import { DeskTaskCard } from './desk-task';
import { DeskSummary, DeskTable } from './desk-table';
import { LedgerStrip } from './ledger-strip';
import { KeyHint } from '../review/frame/key-hint';
import { WithSide } from '../review/frame/with-side';
import { useKeys } from '../ui/keys/use-keys';
import { useStrays } from './use-strays';
import { DESK, useDesk, type DeskView } from './use-desk';
import { useTaskStep } from './use-task-step';

/** The payout desk: what waits for a person, and the task that was chosen. */
export function PayoutDesk() {
  const { t } = useTranslation();
  const [{ task: chosenId, ...view }, change] = useAddress(DESK);
  const { data, error, isLoading, mutate } = useDesk(view);
  const claim = useTaskStep((task) => {
    change({ task: task.transferId });
  });
  const onClaim = (task: DeskTask) => {
    claim.act(task, { path: 'claim' });
  };
  return (
    <>
      <div className="page-head">
        <Group gap="xs">
          <PageHeading title={t('desk.title')}>{t('desk.title')}</PageHeading>
          {data && <DeskSummary data={data} />}
        </Group>
        <DeskFilters
          view={view}
          onChange={(changes) => {
            change({ ...changes, task: '' });
          }}
        />
        <ClaimNext tasks={data?.items ?? []} onClaim={onClaim} isActing={claim.isActing} />
      </div>
      <Stack gap="md">
        <LedgerStrip />
        <DeskStrays />
        {isLoading && <SkeletonRows count={4} />}
        {error && !data && (
          <ErrorBlock title={t('desk.failed')} error={error} onRetry={() => void mutate()} />
        )}
        {data && <Desk {...{ data, view, onClaim, isActing: claim.isActing, chosenId }} />}
      </Stack>
    </>
  );
}

interface DeskProps {
  readonly data: DeskTasks;
  readonly view: DeskView;
  readonly chosenId: string;
  readonly onClaim: (task: DeskTask) => void;
  readonly isActing: boolean;
}

function Desk({ data, view, chosenId, ...claim }: DeskProps) {
  const me = useMe();
  const narrow = useNarrow();
  const { items } = data;
  const done = view.state !== 'mine' && view.q === '' && (
    <DeskDone addressOf={(task) => addressIn({ ...view, state: 'mine', platform: '' }, task)} />
  );
  if (items.length === 0)
    return (
      <>
        <EmptyDesk view={view} />
        {done}
      </>
    );
  const opened = items.find(({ transferId }) => transferId === chosenId);
  // On a phone it would only push the page down.
  const first = narrow ? undefined : (items.find((task) => !waitsForOthers(task, me)) ?? items[0]);
  const chosen = opened ?? first;
  return (
    <WithSide
      width={344}
      side={chosen && <DeskTaskCard key={keyOf(chosen)} task={chosen} focused={opened !== undefined} />}
    >
      <Stack gap="md">
        <DeskTable
          data={data}
          chosenId={chosen?.transferId}
          addressOf={(task) => addressIn(view, task)}
          {...claim}
        />
        {done}
      </Stack>
    </WithSide>
  );
}

const addressIn = (view: DeskView, task: DeskTask): string =>
  `?${new URLSearchParams(DESK.parametersOf({ ...view, task: task.transferId })).toString()}`;

/** Charges without a transfer are tasks too, above the list. */
function EmptyDesk({ view }: Pick<DeskProps, 'view'>) {
  const { t } = useTranslation();
  const strays = useStrays().data?.items ?? [];
  if (strays.length > 0 && isUnfiltered(view)) return null;
  return (
    <Card>
      {isUnfiltered(view) && (
        <EmptyState icon="checkCircle" title={t('desk.empty')} text={t('desk.emptyText')} />
      )}
      {!isUnfiltered(view) && view.q === '' && <EmptyState icon="search" title={t('desk.noMatch')} />}
      {view.q !== '' && <EmptyState icon="search" title={t('desk.notFound')} text={t('desk.notFoundText')} />}
    </Card>
  );
}

/** A task that became another one is not what was read. */
const keyOf = ({ transferId, kind, proposal, refund }: DeskTask): string =>
  [transferId, kind, proposal?.at, refund?.settlement?.at].join(' ');

interface ClaimNextProps extends Pick<DeskProps, 'onClaim' | 'isActing'> {
  readonly tasks: readonly DeskTask[];
}

/** Takes the payout that waits longest; the key c does the same. */
function ClaimNext({ tasks, onClaim, isActing }: ClaimNextProps) {
  const { t } = useTranslation();
  const canClaim = useMe().roles.includes('operator');
  const next = canClaim ? tasks.find(({ kind }) => kind === 'claim') : undefined;
  const claim = () => next && onClaim(next);
  useKeys(
    t('desk.title'),
    next ? [{ key: 'c', text: t('desk.claimNext'), short: t('desk.keyClaim'), act: claim }] : [],
  );
  if (!next) return null;
  return (
    <Button
      size="xs"
      tone="primary"
      busy={isActing}
      aria-keyshortcuts="c"
      onClick={() => {
        onClaim(next);
      }}
    >
      {t('desk.claimNext')}
      <KeyHint>c</KeyHint>
    </Button>
  );
}

/** Everything that waits is shown. */
const isUnfiltered = ({ state, platform, q }: DeskView): boolean =>
  state === 'open' && platform === '' && q === '';
