import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaseDetail } from '@kernel/staff/compliance';
import { useMe } from '../../accounts/use-session';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Muted } from '../../ui/parts/text';
import { OutcomeBadge } from './case-badges';
import { Moment } from './case-facts';
import { ProposalCard } from './case-proposal';
import { ReasonedCaseStep } from './case-step';
import { ReportStep } from './report-step';
import { Superseded } from './superseded';
import { useFocusWhen } from './use-focus-when';
import type { OutcomeForm } from './use-outcome-form';
import { OPEN_CASES, useCases } from '../queue/use-cases';

interface DecidedProps {
  readonly detail: CaseDetail;
  readonly form: OutcomeForm;
  /** Whether the reader may work on it now. */
  readonly canReview: boolean;
  /** Shown as it was then: to read only. */
  readonly isPast: boolean;
}

/** What was proposed or decided, with what the reader has written meanwhile; nothing while the case is open. */
export function DecidedCard({ detail, form, ...may }: DecidedProps) {
  const { outcome, proposal } = detail;
  if (!outcome && !proposal) return null;
  return (
    <>
      {form.note.field.value !== '' && !form.isMutating && !form.isRecorded && !may.isPast && (
        <Superseded detail={detail} form={form} />
      )}
      {outcome ? (
        <Decision detail={detail} focused={form.isDone} canReview={may.canReview} />
      ) : (
        proposal && (
          <ProposalCard
            detail={detail}
            proposal={proposal}
            isPast={may.isPast}
            isOwnNow={form.isDone}
            onClosed={() => {
              form.setIsDone(true);
            }}
          />
        )
      )}
    </>
  );
}

/** Takes the focus after a decision, since the form that had it was removed. */
function Decision({
  detail,
  focused,
  canReview,
}: {
  readonly detail: CaseDetail;
  readonly focused: boolean;
  readonly canReview: boolean;
}) {
  const { t } = useTranslation();
  const place = useFocusWhen(focused);
  const { outcome, note, reviewerName, reviewedAt } = detail;
  return (
    <Card title={t('compliance.outcome')} aside={outcome && <OutcomeBadge outcome={outcome} />}>
      <Stack gap="xs" ref={place} tabIndex={-1}>
        <p className="as-typed">{note}</p>
        {detail.pause && <p>{t('compliance.pausesSender')}</p>}
        <Muted>
          {reviewerName && `${reviewerName} · `}
          {reviewedAt && <Moment at={reviewedAt} />}
          {detail.proposerName && ` · ${t('compliance.proposedBy', { name: detail.proposerName })}`}
        </Muted>
        {canReview && <AfterReview detail={detail} />}
        <Group gap="xs">
          {focused && <NextCase after={detail.id} />}
          <ButtonLink size="xs" to="/compliance/cases">
            {t('compliance.backToQueue')}
          </ButtonLink>
        </Group>
      </Stack>
    </Card>
  );
}

/** After a decision, the next due step. */
function NextCase({ after }: { readonly after: string }) {
  const { t } = useTranslation();
  const next = useCases(OPEN_CASES).items?.find(({ id }) => id !== after);
  if (!next) return null;
  return (
    <ButtonLink size="xs" tone="primary" to={`/compliance/cases/${next.id}`}>
      {t('compliance.nextCase')}
    </ButtonLink>
  );
}

/** Recording a filed report, and opening the case again. */
function AfterReview({ detail }: { readonly detail: CaseDetail }) {
  const { roles } = useMe();
  return (
    <Group gap="xs">
      {detail.outcome === 'suspicious' && <ReportStep detail={detail} />}
      {roles.includes('lead') && (
        <ReasonedCaseStep
          caseId={detail.id}
          step="reopen"
          workOf={(reason) => ({ does: 'reopen', body: { reason } })}
        />
      )}
    </Group>
  );
}
