import './rules.css';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { REVIEW_ROLES } from '@kernel/accounts';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/rule-views';
import { useMe } from '../accounts/use-session';
import { ApiError } from '../lib/api-error';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { PageHeading } from '../ui/page-heading';
import { SkeletonRows } from '../ui/skeleton';
import { RuleBadges } from './rule-badges';
import { RuleDraftCard } from './rule-draft';
import { EMPTY_RULE } from './rule-form';
import { latestOf, RuleDefinition } from './rule-definition';
import { RuleLog } from './rule-log';
import { ReasonedRuleStep } from './rule-steps';
import { RuleVersions } from './rule-versions';
import { useRule, useRuleName } from './use-rules';

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
  const [chosen, setChosen] = useState<RuleDefinitionOnWire | null>(null);
  const shown = chosen ?? latestOf(rule);
  const version = rule.versions[0]?.version ?? null;
  return (
    <>
      <Head title={name}>
        <RuleBadges status={rule.status} version={version} hasDraft={rule.draft !== null} />
      </Head>
      <div className="rule-grid">
        <div className="stack-16">
          <RuleDefinition
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

function Head({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
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
      <RuleDefinition id={null} start={EMPTY_RULE} rule={null} canDraft />
    </>
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
