import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDetail, ReviewOutcome } from '@kernel/staff/compliance';
import { useMe } from '../../accounts/use-session';
import { useSend } from '../../lib/api/use-send';
import { showSuccess } from '../../ui/feedback/toasts';
import { useRequiredText } from '../../ui/forms/use-required-text';
import { useCaseWork } from '../queue/use-cases';

/** The outcome that is being decided: kept by the page, since a colleague's proposal takes the place of the form. */
export type OutcomeForm = ReturnType<typeof useOutcomeForm>;

/** What is chosen and typed, and what sends it: an outcome that one person may decide closes the case, another one is proposed. */
export function useOutcomeForm(detail: CaseDetail) {
  const { id, position, needsSecondPerson } = detail;
  const { t } = useTranslation();
  const { uid } = useMe();
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
  // The answer to what was sent from here may have been lost.
  const isRecorded = isOwn(detail, { uid, outcome, pause, text: note.field.value.trim() });
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
    isDone: isDone || isRecorded,
    setIsDone,
    /** What is typed is what the case has by now. */
    isRecorded,
    note,
    isAlone,
    decide,
    isMutating,
    error,
  };
}

interface Typed {
  readonly uid: string;
  readonly outcome: ReviewOutcome | null;
  readonly pause: boolean;
  readonly text: string;
}

/** Whether the proposal or decision that a case has is the one that its reader has typed; a lead may have approved it by now. */
function isOwn({ proposal, outcome, note }: CaseDetail, typed: Typed): boolean {
  if (typed.outcome === null || typed.text === '') return false;
  if (!proposal) return outcome === typed.outcome && note === typed.text;
  const { by, reason, pause } = proposal;
  const isSame = proposal.outcome === typed.outcome && reason === typed.text;
  return isSame && by === typed.uid && pause === (typed.pause && typed.outcome === 'suspicious');
}
