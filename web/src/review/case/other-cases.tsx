import { Box, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { caseNumberOf, type OtherCase } from '@kernel/staff/compliance';
import { Amount } from '../../ui/parts/amount';
import { Card } from '../../ui/parts/card';
import { Fine } from '../../ui/parts/text';
import { Moment } from './case-facts';
import { TableHead } from '../frame/table-head';
import { RuleName } from '../../rules/editor/rule-name';

const COLUMNS = [
  { name: 'case' },
  { name: 'rule', className: 'wide-only' },
  { name: 'detected', className: 'wide-only' },
  { name: 'atRisk', className: 'number' },
  { name: 'outcome' },
];

/** The other cases of the sender, newest first. */
export function OtherCases({ cases }: { readonly cases: readonly OtherCase[] }) {
  const { t } = useTranslation();
  if (cases.length === 0) return null;
  return (
    <Card title={t('compliance.othersOf')} className="card-flush">
      <Table className="cases" verticalSpacing={9}>
        <TableHead columns={COLUMNS} textOf={(name) => t(`compliance.columns.${name}`)} />
        <Table.Tbody>
          {cases.map(({ id, ruleId, createdAt, atRisk, outcome }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Box
                  component={Link}
                  className="link link-inline"
                  ff="monospace"
                  to={`/compliance/cases/${id}`}
                >
                  {caseNumberOf(id)}
                </Box>
                <Fine className="narrow-only">
                  <RuleName id={ruleId} />
                </Fine>
              </Table.Td>
              <Table.Td className="wide-only">
                <RuleName id={ruleId} />
              </Table.Td>
              <Table.Td className="wide-only">
                <Moment at={createdAt} />
              </Table.Td>
              <Table.Td className="number" fw={600}>
                <Amount value={atRisk} />
              </Table.Td>
              <Table.Td>
                {outcome ? t(`compliance.outcomes.${outcome}`) : t('compliance.caseStates.open')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
