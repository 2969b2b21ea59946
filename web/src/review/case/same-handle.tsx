import { Box, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { caseNumberOf, type OtherCase, type SameHandleSender } from '@kernel/staff/compliance';
import { Amount } from '../../ui/parts/amount';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { Moment } from './case-facts';
import { TableHead } from '../frame/table-head';
import { useSameHandle } from '../queue/use-cases';
import { useMasked } from '../reveal/use-masked';

/** Cases of one sender that are named. */
const CASES_SHOWN = 3;
const COLUMNS = [
  { name: 'sender' },
  { name: 'lastAttempt', className: 'wide-only' },
  { name: 'attempts', className: 'number wide-only' },
  { name: 'sent', className: 'number' },
  { name: 'cases' },
];

interface SameHandleProps {
  readonly caseId: string;
  /** A position, to see what was known then. */
  readonly at: string | null;
}

/** Other senders who attempted to send to the same handles in thirty days. */
export function SameHandle({ caseId, at }: SameHandleProps) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('compliance.sameHandle.title')}
      aside={<Fine span>{t('compliance.sameHandle.hint')}</Fine>}
      className="card-flush"
    >
      <Senders caseId={caseId} at={at} />
    </Card>
  );
}

function Senders({ caseId, at }: SameHandleProps) {
  const { t } = useTranslation();
  const { data, error, mutate } = useSameHandle(caseId, at);
  if (error && !data)
    return (
      <ErrorBlock title={t('compliance.sameHandle.failed')} error={error} onRetry={() => void mutate()} />
    );
  if (!data) return <SkeletonRows count={2} />;
  if (data.items.length === 0)
    return (
      <Muted className="table-note" py="xs">
        {t('compliance.sameHandle.none')}
      </Muted>
    );
  return (
    <>
      <Table className="cases" verticalSpacing={9}>
        <TableHead columns={COLUMNS} textOf={(name) => t(`compliance.columns.${name}`)} />
        <Table.Tbody>
          {data.items.map((sender) => (
            <SenderRow key={sender.uid} sender={sender} />
          ))}
        </Table.Tbody>
      </Table>
      {data.cut && (
        <Fine className="table-note" py="xs">
          {t('compliance.sameHandle.cut')}
        </Fine>
      )}
    </>
  );
}

function SenderRow({ sender }: { readonly sender: SameHandleSender }) {
  const { t } = useTranslation();
  const masked = useMasked();
  const { senderName, lastAt, attempts, sent, cases } = sender;
  return (
    <Table.Tr>
      <Table.Td>{masked(senderName)}</Table.Td>
      <Table.Td className="wide-only">
        <Moment at={lastAt} />
      </Table.Td>
      <Table.Td className="number wide-only">{attempts}</Table.Td>
      <Table.Td className="number" fw={600}>
        <Amount value={sent} />
      </Table.Td>
      <Table.Td>
        {cases.length === 0 ? (
          <Text span c="dimmed">
            {t('compliance.sameHandle.noCases')}
          </Text>
        ) : (
          <CaseLinks cases={cases} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** The newest cases of a sender, with whether they are open. */
function CaseLinks({ cases }: { readonly cases: readonly OtherCase[] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {cases.slice(0, CASES_SHOWN).map(({ id, outcome }) => (
        <li key={id}>
          <Box component={Link} className="link link-inline" ff="monospace" to={`/compliance/cases/${id}`}>
            {caseNumberOf(id)}
          </Box>{' '}
          <Fine span>{outcome ? t(`compliance.outcomes.${outcome}`) : t('compliance.caseStates.open')}</Fine>
        </li>
      ))}
      {cases.length > CASES_SHOWN && (
        <Box component="li" c="dimmed" fz="xs">
          {t('compliance.sameHandle.moreCases', { count: cases.length - CASES_SHOWN })}
        </Box>
      )}
    </ul>
  );
}
