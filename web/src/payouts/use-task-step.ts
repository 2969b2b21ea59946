import { useTranslation } from 'react-i18next';
import type { DeskTask } from '@kernel/money/payouts';
import { formatMoney } from '../lib/format';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { showError, showSuccess } from '../ui/feedback/toasts';
import { useDeskStep, type DeskStep } from './use-desk';

/** The props of a task's forms. */
export interface TaskActionProps {
  readonly task: DeskTask;
  readonly isBusy: boolean;
  /** `onSent` is called once the step is taken. */
  readonly onStep: (step: DeskStep, onSent?: () => void) => void;
}

interface TakenStep {
  readonly task: DeskTask;
  readonly step: DeskStep;
  readonly onSent?: () => void;
}

/** Takes a step with a task and shows the result. */
export function useTaskStep(onDone?: (task: DeskTask) => void) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const send = useDeskStep();
  const { trigger, isMutating } = useSend(
    async (taken: TakenStep) => {
      await send({ ...taken.step, transferId: taken.task.transferId });
      return taken;
    },
    {
      onSuccess: ({ task, step, onSent }) => {
        onSent?.();
        const amount = formatMoney(task.refund?.owed ?? task.loss?.amount ?? task.amount, i18n.language);
        showSuccess(t(`desk.done.${doneOf(task, step)}`, { amount }));
        onDone?.(task);
      },
      onError: (problem) => {
        showError(problemText(problem));
      },
    },
  );
  const act = (task: DeskTask, step: DeskStep, onSent?: () => void) =>
    void trigger({ task, step, ...(onSent && { onSent }) });
  return { act, isActing: isMutating };
}

/** What a step did, as its text is named. */
function doneOf({ needsSecondPerson }: DeskTask, step: DeskStep): string {
  if (step.path === 'delivered' || step.path === 'failed') return needsSecondPerson ? 'reported' : step.path;
  if (step.path !== 'confirm') return step.path;
  const { kind, outcome } = step.body;
  return kind === 'second_person' ? (outcome ?? 'delivered') : kind;
}
