import '@mantine/core/styles/Table.layer.css';
import { useRef } from 'react';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DeskTask, DeskTasks } from '@kernel/payouts';
import { useUid } from '../accounts/use-session';
import { formatExact, formatMoney } from '../lib/format';
import { useNow } from '../transfers/use-now';
import { Amount } from '../ui/amount';
import { Badge, type BadgeTone } from '../ui/badge';
import { Card } from '../ui/card';
import { Icon, type IconName } from '../ui/icon';
import { PlatformTile } from '../ui/platform-tile';
import { useNarrow } from '../ui/use-narrow';
import { TableHead } from './table-head';
import { useQueueKeys } from './use-queue-keys';
import { useAge } from './use-span';

const COLUMNS = [
  { name: 'waiting' },
  { name: 'platform' },
  { name: 'handle', className: 'wide-only' },
  { name: 'amount', className: 'number' },
  { name: 'state', className: 'wide-only' },
];

interface DeskTableProps {
  readonly data: DeskTasks;
  readonly chosenId: string | undefined;
  /** Where a task is opened. */
  readonly addressOf: (task: DeskTask) => string;
}

/** The tasks, the one that waits longest first. */
export function DeskTable({ data, chosenId, addressOf }: DeskTableProps) {
  const { t, i18n } = useTranslation();
  const list = useRef<HTMLTableSectionElement>(null);
  useQueueKeys(list);
  const over = formatMoney(data.secondPersonOver, i18n.language);
  return (
    <Card className="card-flush">
      <Table className="cases" verticalSpacing={9} horizontalSpacing="xs" highlightOnHover>
        <TableHead columns={COLUMNS} textOf={(name) => t(`desk.columns.${name}`)} />
        <Table.Tbody ref={list}>
          {data.items.map((task) => (
            <TaskRow
              key={task.transferId}
              task={task}
              address={addressOf(task)}
              isChosen={task.transferId === chosenId}
            />
          ))}
        </Table.Tbody>
      </Table>
      <div className="table-note flow">
        <p className="muted t14">{t('desk.secondOver', { amount: over })}</p>
        <p className="t14" role="status">
          {t('desk.shown', { count: data.items.length })} · <Amount value={data.total} />
          {data.isCut && ` · ${t('desk.more')}`}
        </p>
      </div>
    </Card>
  );
}

interface TaskRowProps {
  readonly task: DeskTask;
  readonly address: string;
  readonly isChosen: boolean;
}

function TaskRow({ task, address, isChosen }: TaskRowProps) {
  const { t, i18n } = useTranslation();
  const age = useAge();
  const nowMs = useNow();
  // A phone has no room for a column of states.
  const narrow = useNarrow();
  return (
    <Table.Tr className={isChosen ? 'covered row-current' : 'covered'} aria-current={isChosen || undefined}>
      <Table.Td>
        <time dateTime={task.since} title={formatExact(task.since, i18n.language)} className="nowrap">
          {age(nowMs - Date.parse(task.since))}
        </time>
      </Table.Td>
      <Table.Td>
        <span className="line">
          <span className="wide-only">
            <PlatformTile platform={task.platform} size={24} />
          </span>
          <Link className="cover" to={address} replace preventScrollReset>
            {task.platform}
          </Link>
        </span>
        {narrow && <TaskBadge task={task} />}
      </Table.Td>
      <Table.Td className="wide-only nowrap">{task.handle}</Table.Td>
      <Table.Td className="number strong">
        <span className="line gap-4">
          {task.needsSecondPerson && (
            <span title={t('desk.needsSecond')}>
              <Icon name="people" size={16} />
              <span className="visually-hidden">{t('desk.needsSecond')}</span>
            </span>
          )}
          <Amount value={task.amount} />
        </span>
      </Table.Td>
      {!narrow && (
        <Table.Td>
          <TaskBadge task={task} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

const LOOKS: Readonly<Record<DeskTask['kind'], readonly [BadgeTone, IconName?]>> = {
  claim: ['plain'],
  outcome: ['info', 'person'],
  second_person: ['warning', 'people'],
  unknown: ['danger', 'help'],
  contradiction: ['danger', 'alert'],
  lost: ['danger', 'alert'],
  refund: ['danger', 'refund'],
  problem: ['warning', 'alert'],
  recall: ['warning', 'refund'],
  dispute: ['warning', 'flag'],
  difference: ['danger', 'alert'],
  done: ['plain', 'check'],
};

/** The kind of a task; for a claimed one, by whom. */
export function TaskBadge({ task: { kind, operator } }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  const uid = useUid();
  const [tone, icon] = LOOKS[kind];
  const isYours = kind === 'outcome' && operator?.id === uid;
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {isYours ? t('desk.yours') : t(`desk.kinds.${kind}`)}
    </Badge>
  );
}
