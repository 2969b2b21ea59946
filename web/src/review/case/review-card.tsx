import '@mantine/core/styles/RadioCard.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { useEffect, useRef, useState, type Ref } from 'react';
import { Group, Radio, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  REVIEW_NOTE_MAX_LENGTH,
  REVIEW_OUTCOMES,
  type CaseDetail,
  type ReviewOutcome,
} from '@kernel/staff/compliance';
import { useMe } from '../../accounts/use-session';
import { useSend } from '../../lib/api/use-send';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { Checkbox } from '../../ui/forms/checkbox';
import { errorProps, FieldError } from '../../ui/forms/field';
import { showSuccess } from '../../ui/feedback/toasts';
import { useRequiredText } from '../../ui/forms/use-required-text';
import { OutcomeBadge } from './case-badges';
import { Moment } from './case-facts';
import { CaseConflict } from './case-conflict';
import { ProposalCard } from './case-proposal';
import { ReasonedCaseStep } from './case-step';
import { ReportStep } from './report-step';
import { OPEN_CASES, useCases, useCaseWork } from '../queue/use-cases';

/**
 * The outcome: chosen with a reason while the case is open, by those who work on cases; then the proposal that waits for a
 * second person, where it needs one; the decision afterwards.
 */
export function ReviewCard({
  detail,
  canReview,
  isThen,
}: {
  readonly detail: CaseDetail;
  readonly canReview: boolean;
  /** Shown as it was then: to read only. */
  readonly isThen: boolean;
}) {
  const { t } = useTranslation();
  const [closedHere, setClosedHere] = useState(false);
  const onClosed = () => {
    setClosedHere(true);
  };
  if (detail.outcome) return <Decision detail={detail} focused={closedHere} canReview={canReview} />;
  if (detail.proposal)
    return <ProposalCard detail={detail} proposal={detail.proposal} isThen={isThen} onClosed={onClosed} />;
  if (!canReview)
    return (
      <Card title={t('compliance.outcome')}>
        <Muted>{t(isThen ? 'compliance.then.undecided' : 'compliance.reviewReadOnly')}</Muted>
      </Card>
    );
  return (
    <Card title={t('compliance.outcome')} aside={<Muted span>{t('compliance.choose')}</Muted>}>
      <ReviewForm detail={detail} onClosed={onClosed} />
    </Card>
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
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) place.current?.focus();
  }, [focused]);
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

/** After a decision, what is due next. */
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

/** What the form sends: an outcome that one person may decide closes the case, another one is proposed. */
function useDecision({ id, position, needsSecondPerson }: CaseDetail, onClosed: () => void) {
  const { t } = useTranslation();
  const { trigger, isMutating, error } = useSend(useCaseWork(id), {
    onSuccess: () => {
      showSuccess(t('compliance.outcomeSaved'));
      onClosed();
    },
  });
  const isAlone = (outcome: ReviewOutcome | null) => outcome !== 'suspicious' && !needsSecondPerson;
  const decide = (outcome: ReviewOutcome, reason: string, pause: boolean) => {
    if (isAlone(outcome)) return trigger({ does: 'review', body: { outcome, note: reason } });
    const body = { outcome, reason, seen: position, ...(outcome === 'suspicious' && { pause }) };
    return trigger({ does: 'propose', body });
  };
  return { decide, isAlone, isMutating, error };
}

function ReviewForm({ detail, onClosed }: { readonly detail: CaseDetail; readonly onClosed: () => void }) {
  const { t } = useTranslation();
  const firstOutcome = useRef<HTMLButtonElement>(null);
  const [outcome, setOutcome] = useState<ReviewOutcome | null>(null);
  const [pause, setPause] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const note = useRequiredText<HTMLTextAreaElement>(t('compliance.noteRequired'));
  const { decide, isAlone, isMutating, error } = useDecision(detail, onClosed);

  function submit() {
    setIsOpen(outcome === null);
    const text = note.take();
    if (outcome === null) firstOutcome.current?.focus();
    else if (text !== null) void decide(outcome, text, pause);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Outcomes
          value={outcome}
          first={firstOutcome}
          error={isOpen ? t('compliance.outcomeRequired') : undefined}
          onChange={(value) => {
            setOutcome(value);
            setIsOpen(false);
          }}
        />
        {outcome === 'suspicious' && (
          <Checkbox
            label={t('compliance.pauseToo')}
            checked={pause}
            onChange={(event) => {
              setPause(event.currentTarget.checked);
            }}
          />
        )}
        <Textarea
          {...note.field}
          label={t('compliance.note')}
          description={t('compliance.noteHint')}
          rows={3}
          resize="vertical"
          maxLength={REVIEW_NOTE_MAX_LENGTH}
          {...errorProps({ error: note.field.error })}
        />
        <CaseConflict error={error} steps={detail.steps} />
        <Group gap="xs">
          <Button
            type="submit"
            tone="primary"
            size="xs"
            busy={isMutating}
            busyText={t('compliance.holds.busy')}
          >
            {t(isAlone(outcome) ? 'compliance.closeCase' : 'compliance.propose')}
          </Button>
          <Fine>{t(isAlone(outcome) ? 'compliance.closesAtOnce' : 'compliance.leadApproves')}</Fine>
        </Group>
      </Stack>
    </form>
  );
}

interface OutcomesProps {
  readonly value: ReviewOutcome | null;
  readonly first: Ref<HTMLButtonElement>;
  readonly error: string | undefined;
  readonly onChange: (outcome: ReviewOutcome) => void;
}

/** Nothing is chosen beforehand: a case closes only with a chosen outcome. */
function Outcomes({ value, first, error, onChange }: OutcomesProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      aria-label={t('compliance.outcome')}
      value={value}
      onChange={(picked) => {
        const outcome = REVIEW_OUTCOMES.find((one) => one === picked);
        if (outcome) onChange(outcome);
      }}
      aria-describedby={error === undefined ? undefined : 'outcome-error'}
    >
      <Group className="grow" align="stretch" gap="xs">
        {REVIEW_OUTCOMES.map((outcome, index) => (
          <Radio.Card key={outcome} {...(index === 0 && { ref: first })} value={outcome} className="outcome">
            <Radio.Indicator />
            <span>
              <b>{t(`compliance.outcomes.${outcome}`)}</b>
              <Fine span>{t(`compliance.outcomeTexts.${outcome}`)}</Fine>
            </span>
          </Radio.Card>
        ))}
      </Group>
      {error !== undefined && <FieldError id="outcome-error">{error}</FieldError>}
    </Radio.Group>
  );
}
