import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { caseNumberOf, type OtherCase, type SameHandleSender } from '@kernel/staff/compliance';
import { Amount } from '../../ui/parts/amount';
import { Card } from '../../ui/parts/card';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { Moment } from './case-facts';
import { TableHead } from '../frame/table-head';
import { useSameHandle } from '../queue/use-cases';

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
      aside={<span className="muted t12">{t('compliance.sameHandle.hint')}</span>}
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
    return <p className="muted t14 table-note">{t('compliance.sameHandle.none')}</p>;
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
      {data.cut && <p className="muted t12 table-note">{t('compliance.sameHandle.cut')}</p>}
    </>
  );
}

function SenderRow({ sender }: { readonly sender: SameHandleSender }) {
  const { t } = useTranslation();
  const { senderName, lastAt, attempts, sent, cases } = sender;
  return (
    <Table.Tr>
      <Table.Td>{senderName}</Table.Td>
      <Table.Td className="wide-only">
        <Moment at={lastAt} />
      </Table.Td>
      <Table.Td className="number wide-only">{attempts}</Table.Td>
      <Table.Td className="number strong">
        <Amount value={sent} />
      </Table.Td>
      <Table.Td>
        {cases.length === 0 ? (
          <span className="muted">{t('compliance.sameHandle.noCases')}</span>
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
          <Link className="link link-inline mono" to={`/compliance/cases/${id}`}>
            {caseNumberOf(id)}
          </Link>{' '}
          <span className="muted t12">
            {outcome ? t(`compliance.outcomes.${outcome}`) : t('compliance.caseStates.open')}
          </span>
        </li>
      ))}
      {cases.length > CASES_SHOWN && (
        <li className="muted t12">
          {t('compliance.sameHandle.moreCases', { count: cases.length - CASES_SHOWN })}
        </li>
      )}
    </ul>
  );
}
