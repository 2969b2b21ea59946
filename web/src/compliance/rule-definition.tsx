import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/rule-views';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Notice } from '../ui/notice';
import { showSuccess } from '../ui/toasts';
import { RuleEditor } from './rule-editor';
import {
  changedConditions,
  EMPTY_RULE,
  formOf,
  isSameRule,
  readForm,
  ruleIdOf,
  type FormField,
  type FormProblem,
} from './rule-form';
import { useRuleWords } from './use-rule-words';
import { useRules, useRuleWork } from './use-rules';

/** What is saved last of a rule: its draft, or its latest version. */
export const latestOf = ({ draft, versions }: RuleDetail): RuleDefinitionOnWire =>
  draft?.definition ?? versions[0]?.definition ?? EMPTY_RULE;

interface DefinitionProps {
  /** Null for a new rule, whose id is made of its name. */
  readonly id: string | null;
  readonly start: RuleDefinitionOnWire;
  readonly rule: RuleDetail | null;
  readonly canDraft: boolean;
}

/** The definition in words, which those who may draft edit. */
export function RuleDefinition({ canDraft, ...definition }: DefinitionProps) {
  const { t } = useTranslation();
  const { sentence } = useRuleWords();
  return (
    <Card title={t('rules.definition')}>
      {canDraft ? <Edited {...definition} /> : <p>{sentence(definition.start)}</p>}
    </Card>
  );
}

function Edited({ id, start, rule }: Omit<DefinitionProps, 'canDraft'>) {
  const { sentence } = useRuleWords();
  const [form, setForm] = useState(() => formOf(start));
  const [isTried, setIsTried] = useState(false);
  const read = readForm(form);
  const definition = 'definition' in read ? read.definition : null;
  const problems = 'problems' in read ? read.problems : {};
  const isUntouched = form.name === '' && !isTried;
  return (
    <>
      <RuleEditor
        form={form}
        onChange={setForm}
        problems={isUntouched ? withoutName(problems) : problems}
        words={definition && sentence(definition)}
        changed={changedConditions(rule?.versions[0]?.definition ?? null, definition)}
      />
      <SaveDraft
        id={id}
        definition={definition}
        isSaved={isSavedIn(rule, definition)}
        onTry={() => {
          setIsTried(true);
        }}
      />
    </>
  );
}

function isSavedIn(rule: RuleDetail | null, definition: RuleDefinitionOnWire | null): boolean {
  return (
    rule !== null && definition !== null && !rule.draft?.returned && isSameRule(definition, latestOf(rule))
  );
}

/** A new rule has no name before somebody has tried to save it. */
const withoutName = ({ name: _name, ...problems }: Partial<Record<FormField, FormProblem>>) => problems;

interface SaveProps {
  readonly id: string | null;
  readonly definition: RuleDefinitionOnWire | null;
  /** Nothing is new in it. */
  readonly isSaved: boolean;
  readonly onTry: () => void;
}

function SaveDraft({ id, definition, isSaved, onTry }: SaveProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const named = useRuleId(id, definition);
  const { trigger, isMutating, error } = useSend(useRuleWork(named.id ?? ''), {
    onSuccess: () => {
      showSuccess(t('rules.draftSaved'));
      if (id === null) void navigate(`/compliance/rules/${named.id ?? ''}`);
    },
  });
  const save = () => {
    onTry();
    if (definition && named.problem === null) void trigger({ does: 'draft', body: { definition } });
  };
  const problem = error === undefined ? named.problem && t(`rules.${named.problem}`) : problemText(error);
  return (
    <div className="stack-16">
      {problem !== null && (
        <Notice tone="danger" icon="alert" role="alert">
          {problem}
        </Notice>
      )}
      <div className="flow">
        <Button
          size="xs"
          tone="primary"
          busy={isMutating}
          busyText={t('rules.saving')}
          disabled={isSaved}
          onClick={save}
        >
          {t('rules.saveDraft')}
        </Button>
        <p className="muted t14">{t(isSaved ? 'rules.nothingNew' : 'rules.draftHint')}</p>
      </div>
    </div>
  );
}

/** The id under which a rule is saved: of a new one, made of its name. */
function useRuleId(id: string | null, definition: RuleDefinitionOnWire | null) {
  const taken = useRules(id === null).data?.items ?? [];
  if (id !== null || !definition) return { id, problem: null };
  const made = ruleIdOf(definition.name);
  if (made === null) return { id: null, problem: 'nameUnusable' as const };
  return { id: made, problem: taken.some((rule) => rule.id === made) ? ('nameTaken' as const) : null };
}
