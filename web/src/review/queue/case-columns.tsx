import { Box, Flex, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseItem, CaseList } from '@kernel/staff/compliance';
import { useMe } from '../../accounts/use-session';
import { useRuleNames } from '../../rules/use-rules';
import { Amount } from '../../ui/parts/amount';
import { Avatar } from '../../ui/parts/avatar';
import { Badge } from '../../ui/feedback/badge';
import { Fine, Muted } from '../../ui/parts/text';
import { DueTime, OutcomeBadge, StatusBadge } from '../case/case-badges';
import { Moment } from '../case/case-facts';
import type { Column } from '../frame/list-table';
import { useNobody } from '../case/use-nobody';
import { useMasked } from '../reveal/use-masked';

/** What the queue shows of cases; on a phone the sender's cell has what hidden ones say. */
export function useCaseColumns(list: CaseList, cases: readonly CaseItem[]): readonly Column<CaseItem>[] {
  const { t } = useTranslation();
  const nameOf = useRuleNames(cases.map(({ ruleId }) => ruleId));
  const whyOf = ({ ruleId, txCount }: CaseItem) =>
    t('compliance.caseTitle', {
      rule: nameOf(ruleId),
      attempts: t('compliance.attempts', { count: txCount }),
    });
  const wide = { className: 'wide-only' };
  return [
    {
      name: list === 'closed' ? 'closed' : 'due',
      ...wide,
      cell: (item) => <When item={item} list={list} />,
    },
    {
      name: 'case',
      ...wide,
      look: { className: 'nowrap', ff: 'monospace' },
      cell: ({ number }) => number,
    },
    {
      name: 'sender',
      cell: (item) => {
        const ofSender = cases.filter(({ uid }) => uid === item.uid).length;
        return <Sender item={item} list={list} rule={nameOf(item.ruleId)} ofSender={ofSender} />;
      },
    },
    { name: 'why', ...wide, cell: whyOf },
    {
      name: 'atRisk',
      className: 'number',
      look: { fw: 600 },
      cell: (item) => (
        <>
          <Amount value={item.atRisk} />
          <Flex className="narrow-only" justify="flex-end" mt={4} fw={400}>
            <Assignee item={item} />
          </Flex>
        </>
      ),
    },
    {
      name: 'status',
      ...wide,
      cell: (item) => (item.outcome ? <OutcomeBadge outcome={item.outcome} /> : <StatusBadge found={item} />),
    },
    { name: 'assignee', ...wide, cell: (item) => <Assignee item={item} /> },
  ];
}

interface CaseProps {
  readonly item: CaseItem;
  readonly list: CaseList;
}

interface SenderProps extends CaseProps {
  readonly rule: string;
  /** Cases of the same sender among those that are shown. */
  readonly ofSender: number;
}

function Sender({ item, list, rule, ofSender }: SenderProps) {
  const { t } = useTranslation();
  const masked = useMasked();
  const { id, number, senderName } = item;
  return (
    <>
      <Link className="cover" to={`/compliance/cases/${id}`}>
        {masked(senderName)}
        <span className="visually-hidden">, {number}</span>
      </Link>
      {ofSender > 1 && (
        <Box component="span" ms="xs">
          <Badge>{t('compliance.cases', { count: ofSender })}</Badge>
        </Box>
      )}
      <Fine className="narrow-only">
        {rule} · {number}
      </Fine>
      <div className="narrow-only">
        <When item={item} list={list} />
        {item.outcome === null && item.status !== 'open' && <StatusBadge found={item} />}
        {item.openedAgain !== null && <StatusBadge found={item} />}
      </div>
    </>
  );
}

/** What a case waits for: its date, in the list of reports that of its report, or when it was closed. */
function When({ item: { reviewedAt, reportDueAt, dueAt }, list }: CaseProps) {
  if (reviewedAt === null) return <DueTime dueAt={dueAt} text="daysLeft" />;
  if (list === 'reports' && reportDueAt !== null) return <DueTime dueAt={reportDueAt} text="daysLeft" />;
  return (
    <Text span fz="sm">
      <Moment at={reviewedAt} />
    </Text>
  );
}

function Assignee({ item: { assignee, assigneeName, leftBy } }: Pick<CaseProps, 'item'>) {
  const { t } = useTranslation();
  const nobody = useNobody();
  const { uid } = useMe();
  if (assignee === null) return <Muted span>{nobody(leftBy)}</Muted>;
  const name = assigneeName ?? t('compliance.unknownPerson');
  return (
    <Flex component="span" className="nowrap" gap="xs" align="center" fz="sm">
      <Avatar name={name} size={24} />
      {assignee === uid ? t('compliance.you') : name}
    </Flex>
  );
}
