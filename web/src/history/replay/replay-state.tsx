import type { ReactNode } from 'react';
import '@mantine/core/styles/Table.layer.css';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReplayChange, ReplayState as State, ReplayStep } from '@kernel/staff/replay';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { Checkbox } from '../../ui/forms/checkbox';
import { ReplayRaw } from './replay-raw';
import { useEventName } from '../use-event-name';
import { useReplayValue } from './use-replay-value';

interface ReplayStateProps {
  readonly step: ReplayStep;
  /** Of the event, from 1. */
  readonly number: number;
  /** Everything that the sender did is listed; otherwise what else they did between two events is not. */
  readonly isWhole: boolean;
  readonly changedOnly: boolean;
  readonly onChangedOnly: (only: boolean) => void;
  readonly rawOpen: boolean;
  readonly onRawOpen: (open: boolean) => void;
  readonly eventStoreUi: string | null;
}

/** The effect of an event: its transfer's values and its sender's, changed ones first, and the event as recorded. */
export function ReplayState(props: ReplayStateProps) {
  const { step, number, isWhole, changedOnly, onChangedOnly } = props;
  const { event, transfer, state, change } = step;
  const { t } = useTranslation();
  const nameOf = useEventName();
  const { kind, id, name } = event.actor;
  const shownId = kind === 'sender' || kind === 'staff' ? id.slice(0, 8) : id;
  const actor = name ?? `${t(`compliance.actors.${kind}`)} ${shownId}`;
  const isStill = [...change, ...(transfer?.change ?? [])].every(({ isEarlier }) => isEarlier === true);
  return (
    <Card
      className="card-flush"
      title={
        <>
          {nameOf(event.type)}{' '}
          <Fine span fw={400}>
            {event.type} {t('replay.by', { actor })}
          </Fine>
        </>
      }
      aside={
        <Checkbox
          size="xs"
          label={t('replay.changedOnly')}
          checked={changedOnly}
          onChange={(input) => {
            onChangedOnly(input.currentTarget.checked);
          }}
        />
      }
    >
      {changedOnly && isStill && <Muted className="table-note">{t('replay.nothingChanged')}</Muted>}
      {transfer && (
        <StateTable
          title={t('replay.ofTransfer', { id: transfer.id.slice(0, 8) })}
          words="replay"
          {...{ number, isWhole, changedOnly, state: transfer.state, change: transfer.change }}
        />
      )}
      <StateTable
        title={t('replay.ofSender')}
        words="compliance"
        {...{ number, isWhole, changedOnly, state, change }}
      />
      <ReplayRaw {...props} />
    </Card>
  );
}

interface StateTableProps extends Pick<ReplayStateProps, 'number' | 'isWhole' | 'changedOnly'> {
  readonly title: string;
  /** The group of texts that names the fields. */
  readonly words: 'replay' | 'compliance';
  readonly state: State;
  readonly change: readonly ReplayChange[];
}

function StateTable({ title, words, number, isWhole, changedOnly, state, change }: StateTableProps) {
  const { t } = useTranslation();
  const changes = new Map(change.map((one) => [one.field, one]));
  const fields = Object.keys(state);
  const changed = fields.filter((field) => changes.has(field));
  const shown = changedOnly ? changed : [...changed, ...fields.filter((field) => !changes.has(field))];
  if (shown.length === 0) return null;
  return (
    <Table className="state" horizontalSpacing="sm" verticalSpacing={6} layout="fixed">
      <Table.Thead bg="var(--surface-2)" c="dimmed">
        <Table.Tr>
          <Table.Th fw={400}>{title}</Table.Th>
          <Table.Th fw={400}>{t('replay.after', { number })}</Table.Th>
          <Table.Th className="wide-only" fw={400}>
            {t('replay.difference')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((field) => (
          <StateRow
            key={field}
            {...{ field, words, isWhole }}
            value={state[field] ?? null}
            change={changes.get(field)}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface StateRowProps extends Pick<StateTableProps, 'words' | 'isWhole'> {
  readonly field: string;
  readonly value: string | null;
  readonly change: ReplayChange | undefined;
}

function StateRow({ field, words, isWhole, value, change }: StateRowProps) {
  const { t } = useTranslation();
  const readable = useReplayValue(words);
  const isNow = change && !change.isEarlier;
  const weight = isNow ? 600 : 400;
  const before = change && <del>{readable(field, change.before)}</del>;
  const cause = useEarlierCause(change, isWhole);
  return (
    <Table.Tr {...(isNow && { bg: 'var(--warning-soft)' })}>
      <Table.Th scope="row" fw={weight}>
        {change && <span aria-hidden="true">± </span>}
        {t(words === 'replay' ? `replay.fields.${field}` : `compliance.fields.${field}`)}
      </Table.Th>
      <Table.Td fw={weight}>
        {before && (
          <Text span className="narrow-only" fw={400}>
            {before} →{' '}
          </Text>
        )}
        {readable(field, value)}
        {cause && <Fine className="narrow-only">{cause}</Fine>}
      </Table.Td>
      <Table.Td className="wide-only">
        <Difference {...{ before, cause }} now={readable(field, value)} />
      </Table.Td>
    </Table.Tr>
  );
}

interface DifferenceProps {
  readonly before: ReactNode;
  readonly now: ReactNode;
  readonly cause: string | null;
}

/** The value of a field before the step, and why it changed. */
function Difference({ before, now, cause }: DifferenceProps) {
  const { t } = useTranslation();
  if (!before)
    return (
      <Text span c="dimmed">
        {t('replay.same')}
      </Text>
    );
  return (
    <>
      {before} <span aria-hidden="true">→</span> <b>{now}</b>
      {cause && <Fine>{cause}</Fine>}
    </>
  );
}

/** What made a change before its event: time, or where not everything is listed maybe another event. */
function useEarlierCause(change: ReplayChange | undefined, isWhole: boolean): string | null {
  const { t } = useTranslation();
  if (!change?.isEarlier) return null;
  return t(isWhole ? 'replay.beforeEvent' : 'replay.beforeEventUnlisted');
}
