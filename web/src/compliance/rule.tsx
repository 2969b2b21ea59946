import './rules.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { REVIEW_ROLES } from '@kernel/accounts';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/rule-views';
import { useMe } from '../accounts/use-session';
import { ApiError } from '../lib/api-error';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button, ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { Notice } from '../ui/notice';
import { PageHeading } from '../ui/page-heading';
import { SkeletonRows } from '../ui/skeleton';
import { showSuccess } from '../ui/toasts';
import { RuleBadges } from './rule-badges';
import { RuleDraftCard } from './rule-draft';
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
import { RuleLog } from './rule-log';
import { ReasonedRuleStep } from './rule-steps';
import { RuleVersions } from './rule-versions';
import { useRuleWords } from './use-rule-words';
import { useRule, useRuleName, useRules, useRuleWork } from './use-rules';

/** One rule: its definition as a sentence to edit, its versions, its draft, and who did what. */
export function Rule() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: rule, error, isLoading, mutate } = useRule(id);
  if (isLoading) return <SkeletonRows count={4} />;
  if (error instanceof ApiError && error.status === 404) return <NoSuchRule />;
  if (!rule) return <ErrorBlock title={t('rules.ruleFailed')} error={error} onRetry={() => void mutate()} />;
  return <RulePage key={id} rule={rule} />;
}

function NoSuchRule() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('rules.none')} className="visually-hidden">
        {t('rules.none')}
      </PageHeading>
      <EmptyState
        icon="search"
        title={t('rules.none')}
        action={<ButtonLink to="/compliance/rules">{t('rules.toList')}</ButtonLink>}
      />
    </>
  );
}

function RulePage({ rule }: { readonly rule: RuleDetail }) {
  const { roles } = useMe();
  const name = useRuleName(rule.id);
  const canDraft = REVIEW_ROLES.some((role) => roles.includes(role)) && rule.status !== 'retired';
  const latest = rule.versions[0] ?? null;
  const [chosen, setChosen] = useState<RuleDefinitionOnWire | null>(null);
  const shown = chosen ?? rule.draft?.definition ?? latest?.definition ?? EMPTY_RULE;
  return (
    <>
      <Head title={name}>
        <RuleBadges status={rule.status} version={latest?.version ?? null} hasDraft={rule.draft !== null} />
      </Head>
      <div className="rule-grid">
        <div className="stack-16">
          <Definition
            // What is typed stays until another definition is to be edited.
            key={JSON.stringify(shown)}
            id={rule.id}
            start={shown}
            rule={rule}
            canDraft={canDraft}
          />
          {rule.draft && <RuleDraftCard rule={rule} draft={rule.draft} />}
        </div>
        <div className="stack-16">
          <RuleVersions rule={rule} onUse={canDraft ? setChosen : null} />
          <RuleLog steps={rule.steps} />
          <LeadSteps rule={rule} />
        </div>
      </div>
    </>
  );
}

function Head({ title, children }: { readonly title: string; readonly children?: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <div>
      <nav aria-label={t('rules.breadcrumb')} className="t14">
        <Link className="link" to="/compliance/rules">
          {t('rules.title')}
        </Link>
        <span aria-hidden="true"> / </span>
        <span>{title}</span>
      </nav>
      <div className="case-head flow">
        <PageHeading title={title}>{title}</PageHeading>
        {children}
      </div>
    </div>
  );
}

/** A rule that nobody has saved yet. */
export function NewRule() {
  const { t } = useTranslation();
  return (
    <>
      <Head title={t('rules.new')} />
      <Definition id={null} start={EMPTY_RULE} rule={null} canDraft />
    </>
  );
}

interface DefinitionProps {
  /** Null for a new rule, whose id is made of its name. */
  readonly id: string | null;
  readonly start: RuleDefinitionOnWire;
  readonly rule: RuleDetail | null;
  readonly canDraft: boolean;
}

function Definition({ id, start, rule, canDraft }: DefinitionProps) {
  const { t } = useTranslation();
  const { sentence } = useRuleWords();
  const latest = rule?.versions[0] ?? null;
  const [form, setForm] = useState(() => formOf(start));
  const [isTried, setIsTried] = useState(false);
  const read = readForm(form);
  const definition = 'definition' in read ? read.definition : null;
  const problems: Partial<Record<FormField, FormProblem>> = 'problems' in read ? read.problems : {};
  const nameMissing = form.name.trim() === '' && !isTried;
  if (!canDraft)
    return (
      <Card title={t('rules.definition')}>
        <p>{sentence(start)}</p>
      </Card>
    );
  return (
    <Card title={t('rules.definition')}>
      <RuleEditor
        form={form}
        onChange={setForm}
        problems={nameMissing ? withoutName(problems) : problems}
        words={definition && sentence(definition)}
        changed={changedConditions(latest?.definition ?? null, definition)}
      />
      <SaveDraft
        id={id}
        definition={definition}
        isSaved={definition !== null && rule !== null && isSameRule(definition, saved(rule) ?? EMPTY_RULE)}
        onTry={() => {
          setIsTried(true);
        }}
      />
    </Card>
  );
}

/** A new rule has no name before somebody has tried to save it. */
const withoutName = ({ name: _name, ...problems }: Partial<Record<FormField, FormProblem>>) => problems;

const saved = ({ draft, versions }: RuleDetail): RuleDefinitionOnWire | undefined =>
  draft?.definition ?? versions[0]?.definition;

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
  const taken = useRules(id === null).data?.items ?? [];
  const newId = id ?? (definition && ruleIdOf(definition.name));
  const isTaken = id === null && taken.some((rule) => rule.id === newId);
  const work = useRuleWork(newId ?? '');
  const { trigger, isMutating, error } = useSend(work, {
    onSuccess: () => {
      showSuccess(t('rules.draftSaved'));
      if (id === null) void navigate(`/compliance/rules/${newId ?? ''}`);
    },
  });
  const save = () => {
    onTry();
    if (definition && newId !== null && !isTaken) void trigger({ does: 'draft', body: { definition } });
  };
  return (
    <div className="stack-16 rule-save">
      {isTaken && (
        <Notice tone="warning" icon="alert">
          {t('rules.nameTaken')}
        </Notice>
      )}
      {definition && newId === null && (
        <Notice tone="warning" icon="alert">
          {t('rules.nameUnusable')}
        </Notice>
      )}
      {error !== undefined && (
        <Notice tone="danger" icon="alert" role="alert">
          {problemText(error)}
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

/** A lead pauses a rule at once, and ends it. */
function LeadSteps({ rule }: { readonly rule: RuleDetail }) {
  const { t } = useTranslation();
  const { roles } = useMe();
  if (!roles.includes('lead') || rule.versions.length === 0 || rule.status === 'retired') return null;
  return (
    <Card title={t('rules.leadSteps')}>
      <div className="flow">
        {rule.status === 'active' && <ReasonedRuleStep id={rule.id} step="pause" />}
        <ReasonedRuleStep id={rule.id} step="retire" />
      </div>
    </Card>
  );
}
