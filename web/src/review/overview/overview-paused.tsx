import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Flex } from '@mantine/core';
import { Notice } from '../../ui/feedback/notice';
import { useRuleNames, useRules } from '../../rules/use-rules';

/** The rules that alert on nothing, until one of their versions is activated again. */
export function PausedRules() {
  const { t } = useTranslation();
  const paused = (useRules().data?.items ?? []).filter(({ status }) => status === 'paused');
  const nameOf = useRuleNames(paused.map(({ id }) => id));
  if (paused.length === 0) return null;
  return (
    <Notice tone="warning" icon="alert" title={t('overview.paused', { count: paused.length })}>
      <Flex component="ul" gap="xs" align="center" wrap="wrap">
        {paused.map(({ id }) => (
          <li key={id}>
            <Link className="link" to={`/compliance/rules/${id}`}>
              {nameOf(id)}
            </Link>
          </li>
        ))}
      </Flex>
    </Notice>
  );
}
