import { useTranslation } from 'react-i18next';
import { HISTORY_ROLES } from '@kernel/people/accounts';
import type { CaseDetail } from '@kernel/staff/compliance';
import { Group } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { ButtonLink } from '../../ui/forms/button';
import { PageHeading } from '../../ui/parts/page-heading';
import { replayPath, senderAtPath } from '../reveal/access-reason';
import { Breadcrumb } from '../frame/breadcrumb';
import { DueTime, OutcomeBadge, StatusBadge } from './case-badges';
import { CaseWorkButtons } from './case-work';
import { useRuleName } from '../../rules/use-rules';

interface CaseHeadProps {
  readonly detail: CaseDetail;
  /** Whether the reader may work on it now. */
  readonly canWork: boolean;
}

/** Where the case is, what it is, how far it is, and what can be done with it next. */
export function CaseHead({ detail, canWork }: CaseHeadProps) {
  const { t } = useTranslation();
  const { roles } = useMe();
  const { number, outcome, reportDueAt, dueAt, uid } = detail;
  const canReplay = HISTORY_ROLES.some((role) => roles.includes(role));
  const title = t('compliance.caseTitle', {
    rule: useRuleName(detail.ruleId),
    attempts: t('compliance.attempts', { count: detail.txCount }),
  });
  return (
    <div className="case-head">
      <Breadcrumb
        way={[{ to: '/compliance/cases', text: t('compliance.queue') }]}
        here={{ text: number, isId: true }}
      />
      <Group gap="xs">
        <PageHeading title={`${title}, ${number}`}>{title}</PageHeading>
        {outcome ? <OutcomeBadge outcome={outcome} /> : <StatusBadge found={detail} />}
        {outcome === null && <DueTime dueAt={dueAt} text="dueIn" />}
        {outcome !== null && reportDueAt !== null && <DueTime dueAt={reportDueAt} text="reportDueIn" />}
        <Group gap="xs" ml="auto">
          {canReplay && (
            <>
              <ButtonLink size="xs" to={replayPath(`senders/${uid}`, `case:${detail.id}`)}>
                {t('compliance.replayOpen')}
              </ButtonLink>
              <ButtonLink size="xs" to={senderAtPath(uid, `case:${detail.id}`)}>
                {t('senderAt.open')}
              </ButtonLink>
            </>
          )}
          {canWork && !detail.reviewed && <CaseWorkButtons detail={detail} />}
        </Group>
      </Group>
    </div>
  );
}
