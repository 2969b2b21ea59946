import { useTranslation } from 'react-i18next';
import type { RuleDefinitionOnWire } from '@kernel/staff/rule-views';
import { Flex, Group, Stack, Text } from '@mantine/core';
import { Icon } from '../ui/parts/icon';
import { Muted } from '../ui/parts/text';
import { useRuleDifferences } from './editor/use-rule-words';

interface DifferencesProps {
  readonly before: RuleDefinitionOnWire;
  readonly after: RuleDefinitionOnWire;
}

/** The differences between two definitions: before and after, part by part. */
export function RuleDifferences({ before, after }: DifferencesProps) {
  const { t } = useTranslation();
  const differences = useRuleDifferences()(before, after);
  if (differences.length === 0) return <Muted>{t('rules.same')}</Muted>;
  return (
    <Stack component="dl" gap="xs" p="sm" bdrs="md" bg="var(--surface-2)" fz="sm">
      {differences.map(({ part, before: was, after: is }) => (
        <Flex key={part} gap="md" justify="space-between">
          <Text component="dt" c="dimmed">
            {part}
          </Text>
          <Group component="dd" flex={1} gap="4px var(--s-8)" justify="flex-end">
            <Text component="del" c="dimmed">
              {was}
            </Text>
            <Icon name="arrowRight" size={14} />
            <Text component="ins" fw={600} td="none">
              {is}
            </Text>
          </Group>
        </Flex>
      ))}
    </Stack>
  );
}
