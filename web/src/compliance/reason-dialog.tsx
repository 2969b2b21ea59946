import { useState, type ReactNode } from 'react';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { REVIEW_NOTE_MAX_LENGTH } from '@kernel/compliance';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { errorProps } from '../ui/field';
import { Notice } from '../ui/notice';
import { showSuccess } from '../ui/toasts';
import { useRequiredText } from '../ui/use-required-text';
import { useCaseWork, type CaseWork } from './use-cases';

/** What a dialog is for; its texts are under `compliance.steps`. */
export type ReasonedStep = 'snooze' | 'return' | 'reopen' | 'report';

interface ReasonButtonProps {
  readonly caseId: string;
  readonly step: ReasonedStep;
  /** The step from the text that was typed. */
  readonly workOf: (text: string) => CaseWork;
  /** More fields. */
  readonly children?: ReactNode;
}

/** A step that needs a text: its button, and the dialog that asks. */
export function ReasonButton({ caseId, step, workOf, children }: ReasonButtonProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [open, setOpen] = useState(false);
  const reason = useRequiredText<HTMLTextAreaElement>(t(`compliance.steps.${step}.required`));
  const close = () => {
    setOpen(false);
  };
  const { trigger, isMutating, error, reset } = useSend(useCaseWork(caseId), {
    onSuccess: () => {
      showSuccess(t(`compliance.steps.${step}.done`));
      reason.set('');
      close();
    },
  });
  const submit = () => {
    const text = reason.take();
    if (text !== null) void trigger(workOf(text));
  };
  const label = t(`compliance.steps.${step}.button`);
  return (
    <>
      <Button
        size="xs"
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <Dialog
        place="center"
        open={open}
        onClose={close}
        title={t(`compliance.steps.${step}.title`)}
        actions={
          <>
            <Button onClick={close}>{t('compliance.holds.back')}</Button>
            <Button tone="primary" busy={isMutating} busyText={t('compliance.holds.busy')} onClick={submit}>
              {label}
            </Button>
          </>
        }
      >
        <div className="stack-16">
          <p>{t(`compliance.steps.${step}.text`)}</p>
          {children}
          <Textarea
            {...reason.field}
            label={t(`compliance.steps.${step}.label`)}
            rows={step === 'report' ? 1 : 3}
            maxLength={step === 'report' ? 100 : REVIEW_NOTE_MAX_LENGTH}
            {...errorProps({ error: reason.field.error })}
          />
          {error !== undefined && (
            <Notice tone="danger" icon="alert" role="alert">
              {problemText(error)}
            </Notice>
          )}
        </div>
      </Dialog>
    </>
  );
}
