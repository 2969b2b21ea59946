import './rules.css';
import { Flex, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { REVIEW_ROLES } from '@kernel/people/accounts';
import type { RuleItem } from '@kernel/staff/rule-views';
import { useMe } from '../accounts/use-session';
import { ButtonLink } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { ErrorBlock } from '../ui/feedback/error-block';
import { PageHeading } from '../ui/parts/page-heading';
import { Fine } from '../ui/parts/text';
import { SkeletonRows } from '../ui/feedback/skeleton';
import { RuleBadges } from './rule-badges';
import { RuleName } from './editor/rule-name';
import { TableHead } from '../review/frame/table-head';
import { useRuleWords } from './editor/use-rule-words';
import { useRules } from './use-rules';

/** Every rule in words, with what it found in the last 30 days. */
export function Rules() {
  const { t } = useTranslation();
  const { roles } = useMe();
  const canDraft = REVIEW_ROLES.some((role) => roles.includes(role));
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('rules.title')}>{t('rules.title')}</PageHeading>
        {canDraft && (
          <ButtonLink size="xs" tone="primary" icon="plus" to="/compliance/rules/new">
            {t('rules.new')}
          </ButtonLink>
        )}
      </div>
      <Card className="card-flush">
        <RulesTable />
      </Card>
    </>
  );
}

function RulesTable() {
  const { t } = useTranslation();
  const { data, error, isLoading, mutate } = useRules();
  if (isLoading) return <SkeletonRows count={3} />;
  if (!data) return <ErrorBlock title={t('rules.failed')} error={error} onRetry={() => void mutate()} />;
  const columns = [
    { name: 'rule' },
    { name: 'words', className: 'wide-only' },
    { name: 'status' },
    { name: 'cases', className: 'number' },
    { name: 'suspicious', className: 'number wide-only' },
  ];
  return (
    <Table className="cases rules-table" verticalSpacing={9} highlightOnHover>
      <TableHead columns={columns} textOf={(name) => t(`rules.columns.${name}`)} />
      <Table.Tbody>
        {data.items.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function RuleRow({ rule }: { readonly rule: RuleItem }) {
  const { t } = useTranslation();
  const { sentence } = useRuleWords();
  const { cases, reviewed, suspicious } = rule.hits;
  return (
    <Table.Tr className="covered">
      <Table.Td>
        <Link className="cover" to={`/compliance/rules/${rule.id}`}>
          <RuleName id={rule.id} />
        </Link>
      </Table.Td>
      <Table.Td className="wide-only" fz="sm" c="dimmed">
        {sentence(rule.definition)}
      </Table.Td>
      <Table.Td>
        <Flex component="span" gap="xs" align="center" wrap="wrap">
          <RuleBadges status={rule.status} version={rule.version} hasDraft={rule.hasDraft} />
        </Flex>
      </Table.Td>
      <Table.Td className="number">
        <b>{cases}</b>
        {reviewed > 0 && (
          <Fine className="narrow-only">{t('rules.reviewed', { suspicious, count: reviewed })}</Fine>
        )}
      </Table.Td>
      <Table.Td className="number nowrap wide-only">
        {reviewed > 0 && t('rules.ofReviewed', { suspicious, count: reviewed })}
      </Table.Td>
    </Table.Tr>
  );
}
