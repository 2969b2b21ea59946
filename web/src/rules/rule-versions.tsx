import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleDefinitionOnWire, RuleDetail, RuleHits } from '@kernel/staff/rule-views';
import { Box, Flex, Group, Text } from '@mantine/core';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { Moment } from '../review/case/case-facts';
import { RuleDifferences } from './rule-differences';
import { useRuleWords } from './editor/use-rule-words';

type Version = RuleDetail['versions'][number];

interface VersionsProps {
  readonly rule: RuleDetail;
  /** Puts a definition into the editor; null for those who may not draft. */
  readonly onUse: ((definition: RuleDefinitionOnWire) => void) | null;
}

/** The draft, and every version with who wrote it, who agreed, and what it found; each is compared with the latest one. */
export function RuleVersions({ rule, onUse }: VersionsProps) {
  const { t } = useTranslation();
  const { versions, draft, status } = rule;
  const [latest, ...earlier] = versions;
  return (
    <Card title={t('rules.versions')}>
      {!latest && !draft && <Text c="dimmed">{t('rules.noVersions')}</Text>}
      <Box component="ul" className="lines" fz="sm">
        {draft && (
          <Flex
            component="li"
            direction="column"
            gap="xs"
            mx="calc(var(--pad) * -1)"
            px="var(--pad)"
            py="sm"
            bg="var(--accent-soft)"
          >
            <p>
              <b>v{(latest?.version ?? 0) + 1}</b> {t('rules.draftRow')} · <Moment at={draft.at} />
            </p>
            <Text c="dimmed">{draft.name ?? t('rules.operator')}</Text>
            <Comparing definition={draft.definition} latest={latest?.definition} onUse={null} />
          </Flex>
        )}
        {latest && (
          <Flex component="li" direction="column" gap="xs">
            <VersionFacts version={latest} state={t(`rules.versionStates.${status}`)} />
            <Sentence definition={latest.definition} />
            {draft && <Comparing definition={latest.definition} latest={undefined} onUse={onUse} />}
          </Flex>
        )}
        {earlier.map((version) => (
          <Flex component="li" key={version.version} direction="column" gap="xs">
            <VersionFacts version={version} state={null} />
            <Comparing definition={version.definition} latest={latest?.definition} onUse={onUse} />
          </Flex>
        ))}
      </Box>
    </Card>
  );
}

function Sentence({ definition }: { readonly definition: RuleDefinitionOnWire }) {
  const { sentence } = useRuleWords();
  return <p>{sentence(definition)}</p>;
}

/** When a version was in force, who made it so, and what it found. */
function VersionFacts({ version: row, state }: { readonly version: Version; readonly state: string | null }) {
  const { t } = useTranslation();
  const { activatedAt, endedAt, drafterName, approverName } = row;
  const byOperator = activatedAt !== null && approverName === null;
  return (
    <>
      <p>
        <b>v{row.version}</b> {state !== null && `${state} · `}
        {activatedAt === null ? t('rules.builtIn') : <Moment at={activatedAt} />}
        {endedAt !== null && (
          <>
            {' '}
            {t('rules.until')} <Moment at={endedAt} />
          </>
        )}
      </p>
      <Text c="dimmed">
        {byOperator && `${t('rules.activatedByOperator')} `}
        {approverName !== null &&
          `${t('rules.draftedAndActivated', { drafter: drafterName ?? t('rules.operator'), approver: approverName })} `}
        <Hits hits={row.hits} />
      </Text>
    </>
  );
}

/** How many cases, and how many of the reviewed ones were suspicious. */
function Hits({ hits: { cases, reviewed, suspicious } }: { readonly hits: RuleHits }) {
  const { t } = useTranslation();
  return (
    <>
      {t('rules.cases', { count: cases })}
      {reviewed > 0 && ` ${t('rules.reviewed', { count: reviewed, suspicious })}`}
    </>
  );
}

interface ComparingProps extends Pick<VersionsProps, 'onUse'> {
  readonly definition: RuleDefinitionOnWire;
  /** The latest version, to compare with. */
  readonly latest: RuleDefinitionOnWire | undefined;
}

function Comparing({ definition, latest, onUse }: ComparingProps) {
  const { t } = useTranslation();
  const [isCompared, setIsCompared] = useState(false);
  return (
    <>
      <Group gap="xs">
        {latest && (
          <Button
            size="xs"
            aria-expanded={isCompared}
            onClick={() => {
              setIsCompared(!isCompared);
            }}
          >
            {t('rules.compare')}
          </Button>
        )}
        {onUse && (
          <Button
            size="xs"
            tone="subtle"
            onClick={() => {
              onUse(definition);
            }}
          >
            {t('rules.useAgain')}
          </Button>
        )}
      </Group>
      {latest && isCompared && <RuleDifferences before={latest} after={definition} />}
    </>
  );
}
