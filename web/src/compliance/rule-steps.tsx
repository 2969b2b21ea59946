import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RULE_REASON_MAX_LENGTH } from '@kernel/rules';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { errorProps } from '../ui/field';
import { Notice } from '../ui/notice';
import { showSuccess } from '../ui/toasts';
import { useRequiredText } from '../ui/use-required-text';
import { useRuleWork } from './use-rules';

const DOES = { return: 'draft/return', pause: 'pause', retire: 'retire' } as const;
/** What a dialog is for; its texts are under `rules.steps`. */
export type RuleStepKind = keyof typeof DOES;

/** A step of a lead that needs a reason: its button, and the dialog that asks. */
export function ReasonedRuleStep({ id, step }: { readonly id: string; readonly step: RuleStepKind }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [open, setOpen] = useState(false);
  const reason = useRequiredText<HTMLTextAreaElement>(t('rules.reasonRequired'));
  const close = () => {
    setOpen(false);
  };
  const { trigger, isMutating, error, reset } = useSend(useRuleWork(id), {
    onSuccess: () => {
      showSuccess(t(`rules.steps.${step}.done`));
      reason.set('');
      close();
    },
  });
  const submit = () => {
    const text = reason.take();
    if (text !== null) void trigger({ does: DOES[step], body: { reason: text } });
  };
  const label = t(`rules.steps.${step}.button`);
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
        title={t(`rules.steps.${step}.title`)}
        actions={
          <>
            <Button onClick={close}>{t('rules.cancel')}</Button>
            <Button tone="primary" busy={isMutating} busyText={t('rules.saving')} onClick={submit}>
              {label}
            </Button>
          </>
        }
      >
        <div className="stack-16">
          <p>{t(`rules.steps.${step}.text`)}</p>
          <Textarea
            {...reason.field}
            label={t('rules.reason')}
            rows={3}
            maxLength={RULE_REASON_MAX_LENGTH}
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
