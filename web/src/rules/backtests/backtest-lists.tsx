import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Badge, Group, Table, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BacktestAlert, BacktestResult } from '@kernel/staff/backtests';
import { formatNumber } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Muted } from '../../ui/parts/text';
import { Button } from '../../ui/forms/button';
import { BacktestAttempts } from './backtest-attempts';
import { OutcomeBadge } from '../../review/case/case-badges';
import { Moment } from '../../review/case/case-facts';
import { TableHead } from '../../review/frame/table-head';
import { useSpan } from '../../review/frame/use-span';
import { useMasked } from '../../review/reveal/use-masked';

/** Rows that are shown before all are asked for. */
const SHOWN = 10;
/** On a phone, what tells alerts apart. */
const COLUMNS = [
  { name: 'lastAttempt' },
  { name: 'sender' },
  { name: 'attempts', className: 'number wide-only' },
  { name: 'attempted', className: 'number' },
  { name: 'within', className: 'number wide-only' },
  { name: 'review', className: 'wide-only' },
  { name: 'open', className: 'number' },
];

type List = 'new' | 'lost' | 'both';

interface ListsProps {
  /** Of the backtest. */
  readonly id: string;
  readonly result: BacktestResult;
  /** That was compared with; null without one. */
  readonly version: number | null;
}

/** The alerts of a definition alone, of the version in force alone, and of both; each opens its attempts. */
export function BacktestLists({ id, result, version }: ListsProps) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState<BacktestAlert | null>(null);
  const bothCount = result.alerts - result.newCount;
  const counts: readonly (readonly [List, number])[] =
    version === null
      ? [['both', result.alerts]]
      : [
          ['new', result.newCount],
          ['lost', result.lostCount],
          ['both', bothCount],
        ];
  const panels = counts.map(([list, count]) => (
    <AlertTable
      key={list}
      name={t(version === null ? 'backtest.alerts' : `backtest.lists.${list}`)}
      alerts={result[list]}
      count={count}
      onOpen={setOpened}
    />
  ));
  return (
    <>
      {version === null ? (
        <div className="line-above">{panels}</div>
      ) : (
        <Tabs
          defaultValue={counts.find(([, count]) => count > 0)?.[0] ?? 'new'}
          className="backtest-list line-above"
          keepMounted={false}
        >
          <Tabs.List aria-label={t('backtest.differences')}>
            {counts.map(([list, count]) => (
              <Tabs.Tab key={list} value={list}>
                {t(`backtest.lists.${list}`)}{' '}
                <Badge color="neutral">{formatNumber(count, i18n.language)}</Badge>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {counts.map(([list], index) => (
            <Tabs.Panel key={list} value={list}>
              {panels[index]}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      <BacktestAttempts
        id={id}
        alert={opened}
        onClose={() => {
          setOpened(null);
        }}
      />
    </>
  );
}

interface TableProps {
  readonly name: string;
  /** The latest first. */
  readonly alerts: readonly BacktestAlert[];
  /** How many there are; not all may be listed. */
  readonly count: number;
  readonly onOpen: (alert: BacktestAlert) => void;
}

function AlertTable({ name, alerts, count, onOpen }: TableProps) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  if (alerts.length === 0) return <Muted className="table-note">{t('backtest.emptyList')}</Muted>;
  const shown = isWhole ? alerts : alerts.slice(0, SHOWN);
  return (
    <>
      <Table className="cases" verticalSpacing={9} aria-label={name}>
        <TableHead columns={COLUMNS} textOf={(column) => t(`backtest.columns.${column}`)} />
        <Table.Tbody>
          {shown.map((alert) => (
            <AlertRow
              key={alert.transferId}
              alert={alert}
              onOpen={() => {
                onOpen(alert);
              }}
            />
          ))}
        </Table.Tbody>
      </Table>
      <Group className="table-note" gap="xs" fz="sm" c="dimmed">
        <span>{t('backtest.shown', { shown: shown.length, count })}</span>
        {shown.length < alerts.length && (
          <Button
            size="xs"
            tone="subtle"
            onClick={() => {
              setIsWhole(true);
            }}
          >
            {t('backtest.showAll', { count: alerts.length })}
          </Button>
        )}
      </Group>
    </>
  );
}

function AlertRow({ alert, onOpen }: { readonly alert: BacktestAlert; readonly onOpen: () => void }) {
  const { t } = useTranslation();
  const masked = useMasked();
  const span = useSpan();
  const { at, firstAt, senderName, attempts, attempted } = alert;
  return (
    <Table.Tr>
      <Table.Td className="nowrap">
        <Moment at={at} />
      </Table.Td>
      <Table.Td>{masked(senderName)}</Table.Td>
      <Table.Td className="number wide-only">{attempts}</Table.Td>
      <Table.Td className="number" fw={600}>
        <Amount value={attempted} />
      </Table.Td>
      <Table.Td className="number wide-only">
        {attempts > 1 ? span(Date.parse(at) - Date.parse(firstAt)) : '–'}
      </Table.Td>
      <Table.Td className="wide-only">
        <Review alert={alert} />
      </Table.Td>
      <Table.Td className="number">
        <Button size="xs" tone="subtle" onClick={onOpen}>
          {t('backtest.open')}
          <span className="visually-hidden"> {masked(senderName)}</span>
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** How a review called the case that the attempt opened then, if there was one. */
function Review({ alert: { caseId, outcome } }: { readonly alert: BacktestAlert }) {
  const { t } = useTranslation();
  if (outcome !== null) return <OutcomeBadge outcome={outcome} />;
  return <Muted span>{t(caseId === null ? 'backtest.noCase' : 'backtest.notReviewed')}</Muted>;
}
