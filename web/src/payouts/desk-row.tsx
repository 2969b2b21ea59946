import { Flex, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { latenessOf, waitsForOthers, type DeskTask } from '@kernel/money/payouts';
import { useMe } from '../accounts/use-session';
import { formatExact } from '../lib/format';
import { useNow } from '../transfers/use-now';
import { Amount } from '../ui/parts/amount';
import { Badge, type BadgeTone } from '../ui/feedback/badge';
import { Button, ButtonLink } from '../ui/forms/button';
import type { IconName } from '../ui/parts/icon';
import { PlatformTile } from '../ui/parts/platform-tile';
import { useNarrow } from '../ui/parts/use-narrow';
import { Fine } from '../ui/parts/text';
import { useAge } from '../review/frame/use-span';

interface DeskRowProps {
  readonly task: DeskTask;
  readonly lateAfterMinutes: number;
  readonly address: string;
  readonly isChosen: boolean;
  readonly onClaim: (task: DeskTask) => void;
  readonly isActing: boolean;
}

const LATE = { none: undefined, soon: 'warning', late: 'danger' } as const;

/** A task: how long it waits, what is to be done, for whom and how much, and its action. */
export function DeskRow({ task, lateAfterMinutes, address, isChosen, ...rest }: DeskRowProps) {
  const { t } = useTranslation();
  const me = useMe();
  const narrow = useNarrow();
  const { platform, handle, amount } = task;
  const isOthers = waitsForOthers(task, me);
  const [color, weight] = isOthers && !isChosen ? (['dimmed', 400] as const) : (['inherit', 600] as const);
  return (
    <Table.Tr
      className="covered"
      data-chosen={isChosen || undefined}
      c={color}
      aria-current={isChosen || undefined}
    >
      <Table.Td>
        <Waiting task={task} lateAfterMinutes={isOthers ? Infinity : lateAfterMinutes} />
      </Table.Td>
      <Table.Td>
        <Flex component="span" gap="xs" align="center">
          <PlatformTile platform={platform} size={24} />
          <Text component={Link} className="cover" fw={400} to={address} replace preventScrollReset>
            <span className="visually-hidden">{platform}: </span>
            {t(`desk.whats.${whatOf(task, me.uid)}`, { name: task.operator?.name ?? '' })}
          </Text>
        </Flex>
        {narrow && (
          <Fine span className="wrap-anywhere">
            {handle}
          </Fine>
        )}
      </Table.Td>
      <Table.Td className="wide-only nowrap">{handle}</Table.Td>
      <Table.Td className="number" fw={weight}>
        <Amount value={amount} />
      </Table.Td>
      {!narrow && (
        <Table.Td className="number nowrap">
          <RowAction {...{ task, address, isChosen }} {...rest} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** How long it has waited, colored once it is late. */
function Waiting({ task, lateAfterMinutes }: Pick<DeskRowProps, 'task' | 'lateAfterMinutes'>) {
  const { t, i18n } = useTranslation();
  const age = useAge();
  const nowMs = useNow();
  const { since } = task;
  const late = LATE[latenessOf(task, { nowMs, lateAfterMinutes })];
  return (
    <>
      <Text
        component="time"
        className="nowrap"
        dateTime={since}
        title={formatExact(since, i18n.language)}
        {...(late && { c: `var(--${late})`, fw: 600 })}
      >
        {age(nowMs - Date.parse(since))}
      </Text>
      {late === 'danger' && <span className="visually-hidden">, {t('desk.isLate')}</span>}
    </>
  );
}

type RowActionProps = Omit<DeskRowProps, 'lateAfterMinutes'>;

/** A claim is one press; everything else is done in the panel. */
function RowAction({ task, address, isChosen, onClaim, isActing }: RowActionProps) {
  const { t } = useTranslation();
  const me = useMe();
  const { kind } = task;
  const canClaim = me.roles.includes('operator');
  if (kind === 'done' || waitsForOthers(task, me))
    return (
      <Text span c="dimmed">
        {t(`desk.waitsFor.${kind}`)}
      </Text>
    );
  if (kind === 'claim' && canClaim && !isChosen)
    return (
      <Button
        size="xs"
        busy={isActing}
        onClick={() => {
          onClaim(task);
        }}
      >
        {t('desk.claim')}
      </Button>
    );
  if (isChosen)
    return (
      <Text span c="dimmed">
        {t('desk.isOpen')}
      </Text>
    );
  // The row itself is the link that is announced.
  return (
    <ButtonLink size="xs" to={address} replace preventScrollReset tabIndex={-1} aria-hidden>
      {t(canClaim ? `desk.actions.${kind}` : 'desk.open')}
    </ButtonLink>
  );
}

type What = (task: DeskTask, uid: string) => string;

/** What a task asks for, as its text is named, where the kind does not say it. */
const WHATS: Readonly<Partial<Record<DeskTask['kind'], What>>> = {
  claim: ({ needsSecondPerson }) => (needsSecondPerson ? 'claimByTwo' : 'claim'),
  outcome: ({ operator }, uid) => (operator?.id === uid ? 'yours' : 'outcome'),
  second_person: ({ proposal }, uid) => (proposal?.operator.id === uid ? 'yours_second' : 'second_person'),
  refund({ refund }, uid) {
    if (!refund?.settlement) return 'refund';
    return refund.settlement.operator.id === uid ? 'yours_second' : 'second_refund';
  },
};

const whatOf: What = (task, uid) => WHATS[task.kind]?.(task, uid) ?? task.kind;

const LOOKS: Readonly<Record<DeskTask['kind'], readonly [BadgeTone, IconName?]>> = {
  claim: ['plain'],
  outcome: ['info', 'person'],
  second_person: ['warning', 'people'],
  unknown: ['danger', 'help'],
  contradiction: ['danger', 'alert'],
  lost: ['danger', 'alert'],
  refund: ['danger', 'refund'],
  problem: ['info', 'info'],
  recall: ['warning', 'refund'],
  dispute: ['warning', 'flag'],
  difference: ['danger', 'alert'],
  late: ['warning', 'clock'],
  done: ['plain', 'check'],
};

/** The kind of a task; for a claimed one, by whom. */
export function TaskBadge({ task: { kind, operator } }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  const { uid } = useMe();
  const [tone, icon] = LOOKS[kind];
  const isYours = kind === 'outcome' && operator?.id === uid;
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {isYours ? t('desk.yours') : t(`desk.kinds.${kind}`)}
    </Badge>
  );
}
