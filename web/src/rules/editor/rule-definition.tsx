import { useTranslation } from 'react-i18next';
import type { RuleDetail } from '@kernel/staff/rule-views';
import { Stack } from '@mantine/core';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Card } from '../../ui/parts/card';
import { Fine } from '../../ui/parts/text';
import { Notice } from '../../ui/feedback/notice';
import { RuleDifferences } from '../rule-differences';
import { RuleEditor } from './rule-editor';
import { latestOf, type RuleEditing } from './use-rule-editing';
import { useRuleWords } from './use-rule-words';

interface DefinitionProps {
  readonly rule: RuleDetail | null;
  /** Null for those who may not draft. */
  readonly editing: RuleEditing | null;
}

/** The definition in words, which those who may draft edit. */
export function RuleDefinition({ rule, editing }: DefinitionProps) {
  const { t } = useTranslation();
  const latest = rule?.versions[0];
  const changes = editing?.differences.length ?? 0;
  return (
    <Card
      title={t('rules.definition')}
      aside={
        latest &&
        changes > 0 && <Fine span>{t('rules.changes', { count: changes, version: latest.version })}</Fine>
      }
    >
      {rule?.draft?.returned && <Returned {...rule.draft.returned} />}
      {editing ? <Edited editing={editing} /> : <Shown rule={rule} />}
    </Card>
  );
}

function Returned({ name, reason }: { readonly name: string | null; readonly reason: string }) {
  const { t } = useTranslation();
  return (
    <Notice tone="warning" icon="alert" mb="md">
      <p>{t('rules.returnedBy', { name: name ?? t('rules.operator') })}</p>
      <p className="as-typed">{reason}</p>
    </Notice>
  );
}

function Edited({ editing }: { readonly editing: RuleEditing }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { form, change, problems, worded, differences, problem, isSaved } = editing;
  const { sentence } = useRuleWords();
  return (
    <>
      <RuleEditor
        form={form}
        onChange={change}
        problems={problems}
        words={worded && sentence(worded)}
        differences={differences}
      />
      {problem !== undefined && (
        <Notice tone="danger" icon="alert" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      <Fine>
        {t(
          isSaved ? (differences.length > 0 ? 'rules.savedAsDraft' : 'rules.nothingNew') : 'rules.draftHint',
        )}
      </Fine>
    </>
  );
}

/** The last saved definition, for those who only read; a draft next to the version in force. */
function Shown({ rule }: { readonly rule: RuleDetail | null }) {
  const { sentence } = useRuleWords();
  const before = rule?.draft && rule.versions[0]?.definition;
  return (
    <Stack gap="md">
      <p>{sentence(latestOf(rule))}</p>
      {before && <RuleDifferences before={before} after={latestOf(rule)} />}
    </Stack>
  );
}
