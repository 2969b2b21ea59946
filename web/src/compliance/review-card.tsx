import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  REVIEW_NOTE_MAX_LENGTH,
  REVIEW_OUTCOMES,
  type CaseDetail,
  type ReviewOutcome,
} from '@kernel/compliance';
import { formatExact, formatMoment } from '../lib/format';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { errorProps } from '../ui/field';
import { Segments } from '../ui/segments';
import { showError, showSuccess } from '../ui/toasts';
import { OutcomeBadge } from './case-badges';
import { useReview } from './use-cases';

/** The review: outcome and note while the case is open, the decision afterwards. */
export function ReviewCard({ detail }: { readonly detail: CaseDetail }) {
  const { t, i18n } = useTranslation();
  if (!detail.outcome || detail.reviewedAt === null) return <ReviewForm id={detail.id} />;
  return (
    <Card title={t('compliance.review')} aside={<OutcomeBadge outcome={detail.outcome} />}>
      <p className="review-note">{detail.note}</p>
      <p className="muted t14">
        <time dateTime={detail.reviewedAt} title={formatExact(detail.reviewedAt, i18n.language)}>
          {t('compliance.reviewedBy', {
            who: detail.reviewedBy?.slice(0, 8),
            when: formatMoment(detail.reviewedAt, i18n.language),
          })}
        </time>
      </p>
    </Card>
  );
}

function ReviewForm({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [outcome, setOutcome] = useState<ReviewOutcome>('cleared');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { trigger, isMutating } = useSend(useReview(id), {
    onSuccess: () => {
      showSuccess(t('compliance.reviewSaved'));
    },
    onError: (problem) => {
      setError(problemText(problem));
      showError(problemText(problem));
    },
  });

  function submit() {
    if (note.trim() === '') {
      setError(t('compliance.noteRequired'));
      document.getElementById('review-note')?.focus();
      return;
    }
    void trigger({ outcome, note: note.trim() });
  }

  return (
    <Card title={t('compliance.review')}>
      <form
        className="stack-16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Segments<ReviewOutcome>
          label={t('compliance.outcome')}
          value={outcome}
          onChange={setOutcome}
          options={REVIEW_OUTCOMES.map((value) => ({ value, label: t(`compliance.outcomes.${value}`) }))}
        />
        <Textarea
          id="review-note"
          label={t('compliance.note')}
          description={t('compliance.noteHint')}
          {...errorProps({ error })}
          rows={4}
          resize="vertical"
          maxLength={REVIEW_NOTE_MAX_LENGTH}
          value={note}
          onChange={(event) => {
            setNote(event.target.value);
            setError(null);
          }}
        />
        <Button
          type="submit"
          tone="primary"
          size="sm"
          block
          busy={isMutating}
          busyText={t('compliance.saving')}
        >
          {t('compliance.closeCase')}
        </Button>
      </form>
    </Card>
  );
}
