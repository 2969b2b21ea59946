import '@mantine/core/styles/Table.layer.css';
import { Flex, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { centsOf, formatAmount } from '@kernel/money/money';
import type { DeskTask, DeskTaskKind } from '@kernel/money/payouts';
import { useMe } from '../accounts/use-session';
import { formatExact, formatMoney, formatTime } from '../lib/format';
import { useNow } from '../transfers/use-now';
import { Amount } from '../ui/parts/amount';
import { Card } from '../ui/parts/card';
import { PlatformTile } from '../ui/parts/platform-tile';
import { Fine } from '../ui/parts/text';
import { GroupRow } from './desk-table';
import { useDesk } from './use-desk';

/** The newest ones; the list "Done by you" has all. */
const SHOWN = 5;
const MINUTE_MS = 60_000;

interface DeskDoneProps {
  /** Where a task is opened. */
  readonly addressOf: (task: DeskTask) => string;
}

/** What the reader ended since midnight; nothing before the first one. */
export function DeskDone({ addressOf }: DeskDoneProps) {
  const { t, i18n } = useTranslation();
  const { data } = useDesk({ state: 'mine', platform: '', q: '' });
  const midnightMs = new Date(useNow()).setHours(0, 0, 0, 0);
  const tasks = (data?.items ?? []).filter(
    ({ doneAs, since }) => doneAs !== null && Date.parse(since) >= midnightMs,
  );
  if (tasks.length === 0) return null;
  const total = formatAmount(tasks.reduce((cents, { amount }) => cents + centsOf(amount), 0));
  const minutes = medianMinutes(tasks);
  return (
    <Card className="card-flush">
      <Table className="cases" verticalSpacing={3} highlightOnHover>
        <Table.Tbody>
          <GroupRow columns={4} name={t('desk.mine.title')} count={tasks.length}>
            <Fine span>
              {formatMoney(total, i18n.language)}
              {minutes !== null && `, ${t('desk.mine.median', { minutes })}`}
            </Fine>
          </GroupRow>
          {tasks.slice(0, SHOWN).map((task) => (
            <DoneRow key={task.transferId} task={task} address={addressOf(task)} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function DoneRow({ task, address }: { readonly task: DeskTask; readonly address: string }) {
  const { t, i18n } = useTranslation();
  const { uid } = useMe();
  const { since, platform, handle, amount, operator } = task;
  const isOwn = !operator || operator.id === uid;
  return (
    <Table.Tr className="covered">
      <Table.Td>
        <Text
          component="time"
          dateTime={since}
          title={formatExact(since, i18n.language)}
          className="figures nowrap"
          c="dimmed"
          fz="xs"
        >
          {formatTime(since, i18n.language)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Flex component="span" gap="xs" align="center">
          <PlatformTile platform={platform} size={24} />
          <Text component={Link} className="cover" fw={400} to={address} replace preventScrollReset>
            <span className="visually-hidden">{platform}: </span>
            {t(`desk.ended.${endOf(task, isOwn)}`, { name: operator?.name ?? '' })}
          </Text>
        </Flex>
      </Table.Td>
      <Table.Td className="wide-only nowrap" c="dimmed">
        {handle}
      </Table.Td>
      <Table.Td className="number">
        <Amount value={amount} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Kinds whose end is named after them; of the others, the outcome of the payout. */
const NAMED: ReadonlySet<DeskTaskKind> = new Set([
  'contradiction',
  'lost',
  'refund',
  'problem',
  'difference',
]);

/** How a task ended, as its text is named. */
function endOf({ doneAs, outcome }: DeskTask, isOwn: boolean): string {
  if (doneAs === 'second_person') return isOwn ? 'agreed' : 'agreedWith';
  return doneAs !== null && NAMED.has(doneAs) ? doneAs : (outcome ?? 'done');
}

/** From claims to outcomes; null without any. */
function medianMinutes(tasks: readonly DeskTask[]): number | null {
  const spans = tasks
    .flatMap(({ doneAs, claimedAt, since }) =>
      doneAs === 'outcome' && claimedAt !== null ? [Date.parse(since) - Date.parse(claimedAt)] : [],
    )
    .sort((one, other) => one - other);
  const middle = spans[Math.floor(spans.length / 2)];
  return middle === undefined ? null : Math.ceil(middle / MINUTE_MS);
}
