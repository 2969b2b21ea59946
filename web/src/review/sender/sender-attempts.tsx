import '@mantine/core/styles/Table.layer.css';
import { useState } from 'react';
import { Box, Flex, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SenderActivity, SenderAttempt } from '@kernel/staff/sender-activity';
import { formatNumber, formatSpan } from '../../lib/format';
import type { Run } from '../../lib/runs';
import { Badge, StatusBadge } from '../../ui/feedback/badge';
import { Button } from '../../ui/forms/button';
import { Segments } from '../../ui/forms/segments';
import { Amount } from '../../ui/parts/amount';
import { Card } from '../../ui/parts/card';
import { PlatformTile } from '../../ui/parts/platform-tile';
import { Muted } from '../../ui/parts/text';
import { useNarrow } from '../../ui/parts/use-narrow';
import { Moment } from '../case/case-facts';
import { TableHead } from '../frame/table-head';
import { replayPath } from '../reveal/access-reason';
import { Revealable } from '../reveal/reveal-button';
import { groupedAttempts } from '../case/attempt-groups';
import { ATTEMPT_COLUMNS } from '../case/attempts-table';
import { TimesButton } from '../case/times-button';

/** Rows at first, and with each press. */
const PAGE = 25;
const SHOWN = ['all', 'accepted', 'refused'] as const;
type Shown = (typeof SHOWN)[number];

const isShown = ({ refused }: SenderAttempt, shown: Shown): boolean =>
  shown === 'all' || (shown === 'refused') === (refused !== null);

/** The attempts of a sender, the newest first; equal refused attempts share a row. */
export function SenderAttempts({ activity }: { readonly activity: SenderActivity }) {
  const { t, i18n } = useTranslation();
  const [shown, setShown] = useState<Shown>('all');
  const [pages, setPages] = useState(1);
  const { attempts, olderAttempts, reason } = activity;
  const countOf = (one: Shown) => attempts.filter((attempt) => isShown(attempt, one)).length;
  const groups = groupedAttempts(attempts.filter((attempt) => isShown(attempt, shown)));
  return (
    <Card
      className="card-flush"
      title={t('activity.attempts')}
      aside={
        <Segments
          label={t('activity.show')}
          labelHidden
          value={shown}
          onChange={setShown}
          options={SHOWN.map((value) => ({
            value,
            label: t(`activity.shown.${value}`, { count: formatNumber(countOf(value), i18n.language) }),
          }))}
        />
      }
    >
      {groups.length === 0 ? (
        <Muted className="table-note">{t('activity.noAttempts')}</Muted>
      ) : (
        <Table className="attempts" verticalSpacing={9}>
          <TableHead columns={ATTEMPT_COLUMNS} textOf={(name) => t(`compliance.columns.${name}`)} />
          <Table.Tbody>
            {groups.slice(0, pages * PAGE).map((group) => (
              <GroupRows key={group[0].id} group={group} reason={reason} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {groups.length > pages * PAGE && (
        <div className="table-note">
          <Button size="xs" onClick={() => setPages(pages + 1)}>
            {t('compliance.loadMore')}
          </Button>
        </div>
      )}
      {olderAttempts > 0 && (
        <Muted className="table-note">
          {t('activity.older', {
            count: olderAttempts,
            number: formatNumber(olderAttempts, i18n.language),
          })}
        </Muted>
      )}
    </Card>
  );
}

interface GroupProps {
  readonly group: Run<SenderAttempt>;
  readonly reason: string;
}

/** One attempt, or equal ones that can be unfolded. */
function GroupRows({ group, reason }: GroupProps) {
  const { i18n } = useTranslation();
  const narrow = useNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const [newest] = group;
  const oldest = group.at(-1) ?? newest;
  if (group.length === 1) return <AttemptRow attempt={newest} reason={reason} />;
  const unfold = <TimesButton count={group.length} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          {formatSpan(oldest.at, newest.at, i18n.language)}
          {narrow && <div>{unfold}</div>}
        </Table.Td>
        <Table.Td className="wide-only">{!narrow && unfold}</Table.Td>
        <SharedCells attempt={newest} reason={reason} />
      </Table.Tr>
      {isOpen && group.map((attempt) => <AttemptRow key={attempt.id} attempt={attempt} reason={reason} />)}
    </>
  );
}

interface AttemptProps {
  readonly attempt: SenderAttempt;
  readonly reason: string;
}

function AttemptRow({ attempt, reason }: AttemptProps) {
  const { id, at, refused } = attempt;
  const shown = id.slice(0, 8);
  const named =
    refused === null ? (
      <Box
        component={Link}
        className="link link-inline"
        ff="monospace"
        to={replayPath(`transfers/${id}`, reason)}
      >
        {shown}
      </Box>
    ) : (
      <Text span ff="monospace">
        {shown}
      </Text>
    );
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={at} />
        <div className="narrow-only">{named}</div>
      </Table.Td>
      <Table.Td className="wide-only">{named}</Table.Td>
      <SharedCells attempt={attempt} reason={reason} />
    </Table.Tr>
  );
}

/** An attempt that was refused is no transfer with fields to show. */
function SharedCells({ attempt, reason }: AttemptProps) {
  const { id, platform, recipient, amount, refused } = attempt;
  return (
    <>
      <Table.Td>
        <Flex gap="xs" align="center">
          <span className="wide-only">
            <PlatformTile platform={platform} size={24} />
          </span>
          <span className="attempt-recipient">
            {refused === null ? (
              <Revealable masked={recipient} subject={id} field="recipient" reason={reason} compact />
            ) : (
              recipient
            )}
          </span>
        </Flex>
      </Table.Td>
      <Table.Td className="number" fw={600}>
        <Amount value={amount} />
      </Table.Td>
      <Table.Td>
        <Result attempt={attempt} />
      </Table.Td>
    </>
  );
}

function Result({ attempt: { refused, status, isHeld } }: Pick<AttemptProps, 'attempt'>) {
  const { t } = useTranslation();
  if (refused !== null)
    return (
      <Badge tone="plain" icon="crossCircle">
        {t(`activity.refused.${refused}`)}
      </Badge>
    );
  if (isHeld)
    return (
      <Badge tone="warning" icon="lock">
        {t('activity.onHold')}
      </Badge>
    );
  return status && <StatusBadge status={status} inRow />;
}
