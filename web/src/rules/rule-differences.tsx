import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleDefinitionOnWire } from '@kernel/staff/rule-views';
import { Box, Text } from '@mantine/core';
import { Icon } from '../ui/parts/icon';
import { Muted } from '../ui/parts/text';
import { useRuleDifferences } from './editor/use-rule-words';

interface DifferencesProps {
  readonly before: RuleDefinitionOnWire;
  readonly after: RuleDefinitionOnWire;
}

/** What is different between two definitions: before and after, part by part. */
export function RuleDifferences({ before, after }: DifferencesProps) {
  const { t } = useTranslation();
  const differences = useRuleDifferences()(before, after);
  if (differences.length === 0) return <Muted>{t('rules.same')}</Muted>;
  return (
    <Box component="dl" className="rule-differences" fz="sm">
      {differences.map(({ part, before: was, after: is }) => (
        <Fragment key={part}>
          <Text component="dt" c="dimmed">
            {part}
          </Text>
          <dd>
            <Box component="del" c="dimmed">
              {was}
            </Box>
            <Icon name="arrowRight" size={14} />
            <ins>{is}</ins>
          </dd>
        </Fragment>
      ))}
    </Box>
  );
}
