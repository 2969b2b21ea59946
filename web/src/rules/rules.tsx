import './rules.css';
import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { REVIEW_ROLES } from '@kernel/people/accounts';
import type { RuleItem } from '@kernel/staff/rule-views';
import { useMe } from '../accounts/use-session';
import { listed } from '../lib/api/use-pages';
import { ListScreen } from '../review/frame/list-screen';
import type { Column } from '../review/frame/list-table';
import { ButtonLink } from '../ui/forms/button';
import { Fine } from '../ui/parts/text';
import { RuleBadges } from './rule-badges';
import { RuleName } from './editor/rule-name';
import { useRuleWords } from './editor/use-rule-words';
import { useRules } from './use-rules';

/** Every rule in words, with what it found in the last 30 days. */
export function Rules() {
  const { t } = useTranslation();
  const { roles } = useMe();
  const canDraft = REVIEW_ROLES.some((role) => roles.includes(role));
  return (
    <ListScreen
      title={t('rules.title')}
      actions={
        canDraft && (
          <ButtonLink size="xs" tone="primary" icon="plus" to="/compliance/rules/new">
            {t('rules.new')}
          </ButtonLink>
        )
      }
      list={listed(useRules())}
      columns={useRuleColumns()}
      textOf={(name) => t(`rules.columns.${name}`)}
      idOf={({ id }) => id}
      rows={3}
      failed={t('rules.failed')}
    />
  );
}

function useRuleColumns(): readonly Column<RuleItem>[] {
  const { t } = useTranslation();
  const { sentence } = useRuleWords();
  return [
    {
      name: 'rule',
      cell: ({ id }) => (
        <Link className="cover" to={`/compliance/rules/${id}`}>
          <RuleName id={id} />
        </Link>
      ),
    },
    {
      name: 'words',
      className: 'wide-only',
      look: { fz: 'sm', c: 'dimmed' },
      cell: ({ definition }) => sentence(definition),
    },
    {
      name: 'status',
      cell: ({ status, version, hasDraft }) => (
        <Flex component="span" gap="xs" align="center" wrap="wrap">
          <RuleBadges status={status} version={version} hasDraft={hasDraft} />
        </Flex>
      ),
    },
    {
      name: 'cases',
      className: 'number',
      cell: ({ hits: { cases, reviewed, suspicious } }) => (
        <>
          <b>{cases}</b>
          {reviewed > 0 && (
            <Fine className="narrow-only">{t('rules.reviewed', { suspicious, count: reviewed })}</Fine>
          )}
        </>
      ),
    },
    {
      name: 'suspicious',
      className: 'number wide-only',
      look: { className: 'nowrap' },
      cell: ({ hits: { reviewed, suspicious } }) =>
        reviewed > 0 && t('rules.ofReviewed', { suspicious, count: reviewed }),
    },
  ];
}
