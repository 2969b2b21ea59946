import '@mantine/core/styles/Table.layer.css';
import { useRef, type ReactNode } from 'react';
import { Flex, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { latenessOf, waitsForOthers, type DeskTask, type DeskTasks } from '@kernel/money/payouts';
import { useMe } from '../accounts/use-session';
import { formatMoney } from '../lib/format';
import { useNow } from '../transfers/use-now';
import { Amount } from '../ui/parts/amount';
import { Card } from '../ui/parts/card';
import { Fine, Muted } from '../ui/parts/text';
import { DeskRow } from './desk-row';
import { TableHead } from '../review/frame/table-head';
import { useQueueKeys } from '../review/queue/use-queue-keys';

const COLUMNS = [
  { name: 'waiting' },
  { name: 'task' },
  { name: 'handle', className: 'wide-only' },
  { name: 'amount', className: 'number' },
  { name: 'action', className: 'wide-only' },
];

interface DeskTableProps {
  readonly data: DeskTasks;
  readonly chosenId: string | undefined;
  /** Where a task is opened. */
  readonly addressOf: (task: DeskTask) => string;
  readonly onClaim: (task: DeskTask) => void;
  readonly isActing: boolean;
}

/** What the reader can do, the task that waits longest first, and below it what waits for others. */
export function DeskTable({ data, chosenId, addressOf, ...rest }: DeskTableProps) {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const list = useRef<HTMLTableElement>(null);
  useQueueKeys(list);
  const waiting = data.items.filter((task) => waitsForOthers(task, me));
  const toDo = data.items.filter((task) => !waitsForOthers(task, me));
  const rowOf = (task: DeskTask) => (
    <DeskRow
      key={task.transferId}
      task={task}
      lateAfterMinutes={data.lateAfterMinutes}
      address={addressOf(task)}
      isChosen={task.transferId === chosenId}
      {...rest}
    />
  );
  const over = formatMoney(data.secondPersonOver, i18n.language);
  return (
    <Card className="card-flush">
      <Table ref={list} className="cases" verticalSpacing={3} highlightOnHover>
        <TableHead isHidden columns={COLUMNS} textOf={(name) => t(`desk.columns.${name}`)} />
        {toDo.length > 0 && (
          <TaskGroup
            name={t(toDo.every(({ kind }) => kind === 'done') ? 'desk.groupDone' : 'desk.groupToDo')}
            count={toDo.length}
            note={t('desk.lateAfter', { minutes: data.lateAfterMinutes })}
          >
            {toDo.map(rowOf)}
          </TaskGroup>
        )}
        {waiting.length > 0 && (
          <TaskGroup name={t('desk.groupWaiting')} count={waiting.length} note={t('desk.nothingToDo')}>
            {waiting.map(rowOf)}
          </TaskGroup>
        )}
      </Table>
      <Group className="table-note" gap="xs">
        <Muted>{t('desk.secondOver', { amount: over })}</Muted>
        <Text fz="sm" role="status">
          {t('desk.shown', { count: data.items.length })} · <Amount value={data.total} />
          {data.isCut && ` · ${t('desk.more')}`}
        </Text>
      </Group>
    </Card>
  );
}

interface GroupProps {
  readonly name: string;
  readonly count: number;
  readonly note: string;
  readonly children: ReactNode;
}

function TaskGroup({ name, count, note, children }: GroupProps) {
  return (
    <Table.Tbody>
      <GroupRow columns={COLUMNS.length} name={name} count={count}>
        <Fine span className="wide-only">
          {note}
        </Fine>
      </GroupRow>
      {children}
    </Table.Tbody>
  );
}

interface GroupRowProps extends Pick<GroupProps, 'name' | 'count' | 'children'> {
  readonly columns: number;
}

/** Above the rows of a group: its name, how many there are, and a remark. */
export function GroupRow({ columns, name, count, children }: GroupRowProps) {
  return (
    <Table.Tr>
      <Table.Th colSpan={columns} scope="rowgroup" px="md" py="xs" bg="var(--surface-2)" fz="sm" fw={400}>
        <Flex gap="xs" align="center" justify="space-between">
          <Flex component="span" gap="xs" align="center">
            <b>{name}</b> <span className="nav-count figures">{count}</span>
          </Flex>
          {children}
        </Flex>
      </Table.Th>
    </Table.Tr>
  );
}

/** "7 to do, 2 late". */
export function DeskSummary({ data }: { readonly data: DeskTasks }) {
  const { t } = useTranslation();
  const me = useMe();
  const nowMs = useNow();
  const { lateAfterMinutes } = data;
  const toDo = data.items.filter((task) => !waitsForOthers(task, me) && task.kind !== 'done');
  const late = toDo.filter((task) => latenessOf(task, { nowMs, lateAfterMinutes }) === 'late').length;
  if (toDo.length === 0) return null;
  return (
    <Muted>
      {t('desk.toDo', { count: toDo.length })}
      {late > 0 && `, ${t('desk.late', { count: late })}`}
    </Muted>
  );
}
