import type { ReactNode } from 'react';
import { Flex, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { KYC_ATTEMPT_LIMIT } from '@kernel/people/verification';
import { caseNumberOf } from '@kernel/staff/compliance';
import type { SenderActivity, SenderCase } from '@kernel/staff/sender-activity';
import { formatDay } from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { RuleName } from '../../rules/editor/rule-name';
import { CheckBadge } from '../../verification/checks/check-badge';
import { OutcomeBadge, StatusBadge } from '../case/case-badges';
import { Moment } from '../case/case-facts';

interface ActivityProps {
  readonly activity: SenderActivity;
}

/** The cases about a sender, the newest first. */
export function SenderCases({ activity: { cases } }: ActivityProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('activity.cases')} aside={<Fine span>{cases.length}</Fine>}>
      {cases.length === 0 && <Muted>{t('activity.noCases')}</Muted>}
      <ul className="lines">
        {cases.map((found) => (
          <CaseLine key={found.id} found={found} />
        ))}
      </ul>
    </Card>
  );
}

function CaseLine({ found }: { readonly found: SenderCase }) {
  const { t, i18n } = useTranslation();
  const { id, ruleId, outcome, dueAt, reviewedAt } = found;
  const date =
    reviewedAt === null
      ? t('activity.due', { day: formatDay(dueAt, i18n.language) })
      : t('activity.closed', { day: formatDay(reviewedAt, i18n.language) });
  return (
    <Line
      name={
        <Link className="link link-inline" to={`/compliance/cases/${id}`}>
          <RuleName id={ruleId} />
        </Link>
      }
      more={`${caseNumberOf(id)} · ${date}`}
      badge={outcome === null ? <StatusBadge found={found} /> : <OutcomeBadge outcome={outcome} />}
    />
  );
}

/** The identity checks of a sender, the newest first. */
export function SenderChecks({ activity: { checks, failedChecks } }: ActivityProps) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('activity.checks')}
      aside={<Fine span>{t('activity.tries', { failed: failedChecks, limit: KYC_ATTEMPT_LIMIT })}</Fine>}
    >
      {checks.length === 0 && <Muted>{t('activity.noChecks')}</Muted>}
      <ul className="lines">
        {checks.map((check) => {
          const { id, isRevoked, status, updatedAt } = check;
          return (
            <Line
              key={id}
              name={<Text fz="sm">{t(`checks.messages.${isRevoked ? 'revoked' : status}`)}</Text>}
              more={<Moment at={updatedAt} />}
              badge={<CheckBadge check={check} />}
            />
          );
        })}
      </ul>
    </Card>
  );
}

interface LineProps {
  readonly name: ReactNode;
  readonly more: ReactNode;
  readonly badge: ReactNode;
}

function Line({ name, more, badge }: LineProps) {
  return (
    <Flex component="li" gap="sm" align="center" justify="space-between">
      <div>
        {name}
        <Fine>{more}</Fine>
      </div>
      {badge}
    </Flex>
  );
}
