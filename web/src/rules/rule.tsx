import './rules.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { REVIEW_ROLES } from '@kernel/people/accounts';
import type { RuleDetail } from '@kernel/staff/rule-views';
import { Box, Group, Stack } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { ApiError } from '../lib/api/api-error';
import { formatMoment } from '../lib/format';
import { ButtonLink } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { EmptyState } from '../ui/feedback/empty-state';
import { ErrorBlock } from '../ui/feedback/error-block';
import { Notice } from '../ui/feedback/notice';
import { PageHeading } from '../ui/parts/page-heading';
import { SkeletonRows } from '../ui/feedback/skeleton';
import { BacktestCard } from './backtests/backtest-card';
import { Breadcrumb } from '../review/frame/breadcrumb';
import { WithSide } from '../review/frame/with-side';
import { RuleActions } from './rule-actions';
import { RuleBadges } from './rule-badges';
import { RuleDefinition } from './editor/rule-definition';
import { RuleLog } from './rule-log';
import { ReasonedRuleStep } from './rule-steps';
import { RuleVersions } from './rule-versions';
import { RuleWay } from './editor/rule-way';
import { useRuleBacktest } from './backtests/use-rule-backtest';
import { useRuleEditing, type RuleEditing } from './editor/use-rule-editing';
import { useRule, useRuleName } from './use-rules';

/** One rule: its definition as a sentence to edit, its backtest, its versions, its draft, and who did what. */
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
  const editing = useRuleEditing(rule);
  // What is typed stays to be read when the rule ends meanwhile.
  const isOpen = rule.status !== 'retired' || editing.isTyped;
  const canDraft = REVIEW_ROLES.some((role) => roles.includes(role)) && isOpen;
  return canDraft ? <EditedRule {...{ rule, editing }} /> : <ReadRule rule={rule} />;
}

interface EditedRuleProps {
  readonly rule: RuleDetail;
  readonly editing: RuleEditing;
}

/** For those who draft and run backtests. */
function EditedRule({ rule, editing }: EditedRuleProps) {
  const name = useRuleName(rule.id);
  const backtest = useRuleBacktest(rule, editing);
  return (
    <>
      <Head title={name} actions={<RuleActions {...{ rule, editing, backtest }} />}>
        <Badges rule={rule} />
      </Head>
      <Stack gap="md">
        <WithSide width={320} side={<RuleVersions rule={rule} onUse={editing.load} />}>
          <RuleDefinition rule={rule} editing={editing} />
        </WithSide>
        <BacktestCard rule={rule} backtest={backtest} definition={editing.definition} />
        {rule.draft && <RuleWay rule={rule} draft={rule.draft} backtest={backtest} />}
        <RuleLog steps={rule.steps} />
        <LeadSteps rule={rule} />
      </Stack>
    </>
  );
}

/** For those who only read, and for a rule that has ended. */
function ReadRule({ rule }: { readonly rule: RuleDetail }) {
  const name = useRuleName(rule.id);
  return (
    <>
      <Head title={name}>
        <Badges rule={rule} />
      </Head>
      <WithSide width={320} side={<RuleVersions rule={rule} onUse={null} />}>
        <Stack gap="md">
          <RuleDefinition rule={rule} editing={null} />
          <RuleLog steps={rule.steps} />
        </Stack>
      </WithSide>
    </>
  );
}

function Badges({ rule: { status, versions, draft } }: { readonly rule: RuleDetail }) {
  return <RuleBadges status={status} version={versions[0]?.version ?? null} hasDraft={draft !== null} />;
}

interface HeadProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

function Head({ title, actions, children }: HeadProps) {
  const { t } = useTranslation();
  return (
    <Box mt={{ base: 0, md: -16 }} mb={{ base: 'md', md: 'sm' }}>
      <Breadcrumb way={[{ to: '/compliance/rules', text: t('rules.title') }]} here={{ text: title }} />
      <Group gap="var(--s-8) var(--s-16)">
        <PageHeading title={title}>{title}</PageHeading>
        {children}
        <Group gap="xs" ml={{ base: 0, sm: 'auto' }}>
          {actions}
        </Group>
      </Group>
    </Box>
  );
}

/** A rule that was never saved. */
export function NewRule() {
  const { t } = useTranslation();
  const editing = useRuleEditing(null);
  const backtest = useRuleBacktest(null, editing);
  return (
    <>
      <Head title={t('rules.new')} actions={<RuleActions rule={null} {...{ editing, backtest }} />} />
      <Stack gap="md">
        <RuleDefinition rule={null} editing={editing} />
        <BacktestCard rule={null} backtest={backtest} definition={editing.definition} />
      </Stack>
    </>
  );
}

/** A lead pauses a rule at once; ending it takes two. */
function LeadSteps({ rule }: { readonly rule: RuleDetail }) {
  const { t } = useTranslation();
  const { uid, roles } = useMe();
  const { id, status, versions, retireRequest: asked } = rule;
  if (!roles.includes('lead') || versions.length === 0) return null;
  return (
    <Card title={t('rules.leadSteps')}>
      <Stack gap="md">
        {asked && <Retirement asked={asked} />}
        <Group gap="xs">
          {status === 'active' && <ReasonedRuleStep id={id} step="pause" />}
          {asked?.by !== uid && <ReasonedRuleStep id={id} step={asked ? 'retireAgreed' : 'retire'} />}
        </Group>
      </Stack>
    </Card>
  );
}

/** What a first lead wants. */
function Retirement({ asked }: { readonly asked: NonNullable<RuleDetail['retireRequest']> }) {
  const { t, i18n } = useTranslation();
  const { uid } = useMe();
  const { by, byName, reason, lapsesAt } = asked;
  const title =
    by === uid ? t('rules.retireAskedByYou') : t('rules.retireAsked', { name: byName ?? t('rules.aLead') });
  return (
    <Notice tone="info" icon="clock" title={title}>
      <p className="as-typed">{reason}</p>
      <p>{t('rules.retireLapses', { at: formatMoment(lapsesAt, i18n.language) })}</p>
    </Notice>
  );
}
