import { useTranslation } from 'react-i18next';
import type { DeskTask } from '@kernel/money/payouts';
import { formatMoney } from '../lib/format';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { showError, showSuccess } from '../ui/feedback/toasts';
import { useDeskStep, type DeskStep } from './use-desk';

/** What the forms of a task get. */
export interface TaskActionProps {
  readonly task: DeskTask;
  readonly isBusy: boolean;
  readonly onStep: (step: DeskStep) => void;
}

/** Takes a step with a task and says what has happened. */
export function useTaskStep(onDone?: (task: DeskTask) => void) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const send = useDeskStep();
  const { trigger, isMutating } = useSend(
    async ({ task, step }: { readonly task: DeskTask; readonly step: DeskStep }) => {
      await send({ ...step, transferId: task.transferId });
      return { task, step };
    },
    {
      onSuccess: ({ task, step }) => {
        const amount = formatMoney(task.refund?.owed ?? task.loss?.amount ?? task.amount, i18n.language);
        showSuccess(t(`desk.done.${doneOf(task, step)}`, { amount }));
        onDone?.(task);
      },
      onError: (problem) => {
        showError(problemText(problem));
      },
    },
  );
  return { act: (task: DeskTask, step: DeskStep) => void trigger({ task, step }), isActing: isMutating };
}

/** What a step did, as its text is named. */
function doneOf({ needsSecondPerson }: DeskTask, step: DeskStep): string {
  if (step.path === 'delivered' || step.path === 'failed') return needsSecondPerson ? 'reported' : step.path;
  if (step.path !== 'confirm') return step.path;
  const { kind, outcome } = step.body;
  return kind === 'second_person' ? (outcome ?? 'delivered') : kind;
}
