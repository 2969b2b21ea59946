import '@mantine/core/styles/RadioCard.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { useEffect, useRef, useState, type Ref } from 'react';
import { Radio, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  REVIEW_NOTE_MAX_LENGTH,
  REVIEW_OUTCOMES,
  type CaseDetail,
  type ReviewOutcome,
} from '@kernel/compliance';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button, ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { errorProps, FieldError } from '../ui/field';
import { showError, showSuccess } from '../ui/toasts';
import { OutcomeBadge } from './case-badges';
import { Moment } from './case-facts';
import { useReview } from './use-cases';

/** The review: outcome and note while the case is open, for those who close cases; the decision afterwards. */
export function ReviewCard({
  detail,
  canReview,
}: {
  readonly detail: CaseDetail;
  readonly canReview: boolean;
}) {
  const { t } = useTranslation();
  const [closedHere, setClosedHere] = useState(false);
  if (detail.outcome) return <Decision detail={detail} focused={closedHere} />;
  if (!canReview)
    return (
      <Card title={t('compliance.outcome')}>
        <p className="muted t14">{t('compliance.reviewReadOnly')}</p>
      </Card>
    );
  return (
    <Card title={t('compliance.outcome')} aside={<span className="muted t14">{t('compliance.choose')}</span>}>
      <ReviewForm
        id={detail.id}
        onClosed={() => {
          setClosedHere(true);
        }}
      />
    </Card>
  );
}

/** Takes the focus after a decision, since the form that had it was removed. */
function Decision({ detail, focused }: { readonly detail: CaseDetail; readonly focused: boolean }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) place.current?.focus();
  }, [focused]);
  const { outcome, note, reviewerName, reviewedAt } = detail;
  return (
    <Card title={t('compliance.outcome')} aside={outcome && <OutcomeBadge outcome={outcome} />}>
      <div className="stack-8" ref={place} tabIndex={-1}>
        <p className="as-typed">{note}</p>
        <p className="muted t14">
          {reviewerName && `${reviewerName} · `}
          {reviewedAt && <Moment at={reviewedAt} />}
        </p>
        <ButtonLink size="xs" to="/compliance">
          {t('compliance.backToQueue')}
        </ButtonLink>
      </div>
    </Card>
  );
}

type Errors = Readonly<Partial<Record<'outcome' | 'note', string | undefined>>>;

function ReviewForm({ id, onClosed }: { readonly id: string; readonly onClosed: () => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const firstOutcome = useRef<HTMLButtonElement>(null);
  const noteInput = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState<ReviewOutcome | null>(null);
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const { trigger, isMutating } = useSend(useReview(id), {
    onSuccess: () => {
      showSuccess(t('compliance.reviewSaved'));
      onClosed();
    },
    onError: (problem) => {
      setErrors({ note: problemText(problem) });
      showError(problemText(problem));
    },
  });

  function submit() {
    const missing: Errors = {
      ...(outcome === null && { outcome: t('compliance.outcomeRequired') }),
      ...(note.trim() === '' && { note: t('compliance.noteRequired') }),
    };
    setErrors(missing);
    if (outcome !== null && missing.note === undefined) void trigger({ outcome, note: note.trim() });
    else (outcome === null ? firstOutcome : noteInput).current?.focus();
  }

  return (
    <form
      className="stack-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Outcomes
        value={outcome}
        first={firstOutcome}
        error={errors.outcome}
        onChange={(value) => {
          setOutcome(value);
          setErrors({ ...errors, outcome: undefined });
        }}
      />
      <Textarea
        ref={noteInput}
        label={t('compliance.note')}
        description={t('compliance.noteHint')}
        {...errorProps({ error: errors.note ?? null })}
        rows={3}
        resize="vertical"
        maxLength={REVIEW_NOTE_MAX_LENGTH}
        value={note}
        onChange={(event) => {
          setNote(event.target.value);
          setErrors({ ...errors, note: undefined });
        }}
      />
      <Button type="submit" tone="primary" size="xs" busy={isMutating} busyText={t('compliance.saving')}>
        {t('compliance.closeCase')}
      </Button>
    </form>
  );
}

interface OutcomesProps {
  readonly value: ReviewOutcome | null;
  readonly first: Ref<HTMLButtonElement>;
  readonly error: string | undefined;
  readonly onChange: (outcome: ReviewOutcome) => void;
}

/** Nothing is chosen beforehand: a case never closes with an outcome that nobody picked. */
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
      <div className="outcomes flow grow">
        {REVIEW_OUTCOMES.map((outcome, index) => (
          <Radio.Card key={outcome} {...(index === 0 && { ref: first })} value={outcome} className="outcome">
            <Radio.Indicator />
            <span>
              <b>{t(`compliance.outcomes.${outcome}`)}</b>
              <span className="muted t12">{t(`compliance.outcomeTexts.${outcome}`)}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
      {error !== undefined && <FieldError id="outcome-error">{error}</FieldError>}
    </Radio.Group>
  );
}
