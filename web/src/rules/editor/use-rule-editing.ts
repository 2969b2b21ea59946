import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/staff/rule-views';
import { useSend } from '../../lib/api/use-send';
import { showSuccess } from '../../ui/feedback/toasts';
import {
  EMPTY_RULE,
  formOf,
  isSameRule,
  readForm,
  ruleIdOf,
  type FormField,
  type FormProblem,
  type RuleForm,
} from './rule-form';
import { refusedFields, useFormProblemText } from './use-rule-problems';
import { useRuleDifferences, type RuleDifference } from './use-rule-words';
import { useRules, useRuleWork } from '../use-rules';

/** A definition that is being edited. */
export interface RuleEditing {
  readonly form: RuleForm;
  readonly change: (form: RuleForm) => void;
  /** Puts another definition into the form. */
  readonly load: (definition: RuleDefinitionOnWire) => void;
  /** The problems, in words, by field. */
  readonly problems: Partial<Record<FormField, string>>;
  /** Null while something is wrong. */
  readonly definition: RuleDefinitionOnWire | null;
  /** For its words, which say nothing of its name: a new rule has them before it is named. */
  readonly worded: RuleDefinitionOnWire | null;
  /** From the latest version. */
  readonly differences: readonly RuleDifference[];
  /** Something in it is new, valid or not. */
  readonly isTyped: boolean;
  /** Nothing in it is new. */
  readonly isSaved: boolean;
  /** The definition, or null after it has marked what is wrong, the missing name of a new rule too. */
  readonly complete: () => RuleDefinitionOnWire | null;
  readonly save: () => void;
  readonly isSaving: boolean;
  /** Why it was not saved as a whole; undefined otherwise. */
  readonly problem: unknown;
}

/** The last saved definition of a rule: its draft, or its latest version. */
export const latestOf = (rule: RuleDetail | null): RuleDefinitionOnWire =>
  rule?.draft?.definition ?? rule?.versions[0]?.definition ?? EMPTY_RULE;

/** The form of a rule; null for a new one, whose id is made of its name. */
export function useRuleEditing(rule: RuleDetail | null): RuleEditing {
  const { t } = useTranslation();
  const problemText = useFormProblemText();
  const differencesOf = useRuleDifferences();
  const { form, isTyped, setForm } = useRuleForm(latestOf(rule));
  const [isTried, setIsTried] = useState(false);
  const read = readForm(form);
  const definition = definitionIn(read);
  const named = useRuleId(rule?.id ?? null, definition);
  const { trigger, isMutating, error, reset } = useSaving(rule, named.id);
  const refused = refusedFields(error);
  const found = 'problems' in read ? read.problems : {};
  const isUntouched = form.name === '' && !isTried;
  const nameProblem = isTried && named.problem !== null ? { name: t(`rules.${named.problem}`) } : {};
  const put = (changed: RuleForm) => {
    reset();
    setForm(changed);
  };
  return {
    form,
    change: put,
    definition,
    worded: definition ?? definitionIn(readForm({ ...form, name: t('rules.new') })),
    differences: differencesFrom(rule, definition, differencesOf),
    load: (chosen) => {
      put(formOf(chosen));
    },
    problems: {
      ...inWords(isUntouched ? withoutName(found) : found, problemText),
      ...nameProblem,
      ...refused,
    },
    isTyped,
    isSaved: isSavedIn(rule, definition),
    complete: () => {
      setIsTried(true);
      return definition;
    },
    save: () => {
      setIsTried(true);
      if (definition && named.problem === null) void trigger(definition);
    },
    isSaving: isMutating,
    problem: Object.keys(refused).length > 0 ? undefined : error,
  };
}

const definitionIn = (read: ReturnType<typeof readForm>): RuleDefinitionOnWire | null =>
  'definition' in read ? read.definition : null;

/** From the latest version; none while there is none. */
function differencesFrom(
  rule: RuleDetail | null,
  definition: RuleDefinitionOnWire | null,
  differencesOf: ReturnType<typeof useRuleDifferences>,
): readonly RuleDifference[] {
  const latest = rule?.versions[0]?.definition;
  return latest && definition ? differencesOf(latest, definition) : [];
}

/** What is typed, until another definition is saved while nothing was typed. */
function useRuleForm(start: RuleDefinitionOnWire) {
  const [base, setBase] = useState(start);
  const [form, setForm] = useState(() => formOf(start));
  const isTyped = JSON.stringify(form) !== JSON.stringify(formOf(base));
  if (!isSameRule(base, start)) {
    setBase(start);
    if (!isTyped) setForm(formOf(start));
  }
  return { form, isTyped, setForm };
}

function useSaving(rule: RuleDetail | null, id: string | null) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const work = useRuleWork(id ?? '');
  return useSend((definition: RuleDefinitionOnWire) => work({ does: 'draft', body: { definition } }), {
    onSuccess: () => {
      showSuccess(t('rules.draftSaved'));
      // With the backtest that was run before it was saved.
      if (rule === null) void navigate({ pathname: `/compliance/rules/${id ?? ''}`, search });
    },
  });
}

const inWords = (
  problems: Partial<Record<FormField, FormProblem>>,
  textOf: (problem: FormProblem) => string,
): Partial<Record<FormField, string>> =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, textOf(problem)]));

/** A new rule has no name before the first attempt to save it. */
const withoutName = ({ name: _name, ...problems }: Partial<Record<FormField, FormProblem>>) => problems;

function isSavedIn(rule: RuleDetail | null, definition: RuleDefinitionOnWire | null): boolean {
  return (
    rule !== null && definition !== null && !rule.draft?.returned && isSameRule(definition, latestOf(rule))
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
