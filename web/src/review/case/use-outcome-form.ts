import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDetail, ReviewOutcome } from '@kernel/staff/compliance';
import { useSend } from '../../lib/api/use-send';
import { showSuccess } from '../../ui/feedback/toasts';
import { useRequiredText } from '../../ui/forms/use-required-text';
import { useCaseWork } from '../queue/use-cases';

/** The outcome that is being decided: kept by the page, since a colleague's proposal takes the place of the form. */
export type OutcomeForm = ReturnType<typeof useOutcomeForm>;

/** What is chosen and typed, and what sends it: an outcome that one person may decide closes the case, another one is proposed. */
export function useOutcomeForm({ id, position, needsSecondPerson }: CaseDetail) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<ReviewOutcome | null>(null);
  const [pause, setPause] = useState(false);
  /** The form was sent from here, or what took its place: that takes the focus. */
  const [isDone, setIsDone] = useState(false);
  const note = useRequiredText<HTMLTextAreaElement>(t('compliance.noteRequired'), {
    subject: id,
    use: 'outcome',
    label: t('compliance.note'),
  });
  const { trigger, isMutating, error } = useSend(useCaseWork(id), {
    onSuccess: () => {
      showSuccess(t('compliance.outcomeSaved'));
      note.clear();
      setIsDone(true);
    },
  });
  const isAlone = outcome !== 'suspicious' && !needsSecondPerson;
  const decide = (chosen: ReviewOutcome, reason: string) => {
    if (isAlone) return trigger({ does: 'review', body: { outcome: chosen, note: reason } });
    const body = { outcome: chosen, reason, seen: position, ...(chosen === 'suspicious' && { pause }) };
    return trigger({ does: 'propose', body });
  };
  return {
    outcome,
    setOutcome,
    pause,
    setPause,
    isDone,
    setIsDone,
    note,
    isAlone,
    decide,
    isMutating,
    error,
  };
}
