import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { STANDING_REASON_MAX_LENGTH } from '@kernel/standing';
import { useStepUp } from '../accounts/step-up';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { errorProps } from '../ui/field';
import { Notice } from '../ui/notice';
import { showSuccess } from '../ui/toasts';
import { useRequiredText } from '../ui/use-required-text';
import { useStandingAct, type StandingAct } from './use-standing';

interface StandingActProps {
  readonly uid: string;
  readonly act: StandingAct;
  /** Whether another lead asked for it, so that this one carries it out. */
  readonly agrees?: boolean;
}

/** What a lead does about a sender: its button, and the dialog that asks why. */
export function StandingActButton({ uid, act, agrees = false }: StandingActProps) {
  const { t } = useTranslation();
  const stepUp = useStepUp();
  const [open, setOpen] = useState(false);
  const reason = useRequiredText<HTMLTextAreaElement>(t('standing.reasonRequired'));
  const run = useStandingAct(uid);
  const step = agrees ? `${act}Agreed` : act;
  const close = () => {
    setOpen(false);
  };
  const { trigger, isMutating, error, reset } = useSend((why: string) => stepUp.run(() => run(act, why)), {
    onSuccess: () => {
      showSuccess(t(`standing.acts.${step}.done`));
      reason.set('');
      close();
    },
  });
  const submit = () => {
    const why = reason.take();
    if (why !== null) void trigger(why);
  };
  const isDanger = act === 'pause' || act === 'suspend';
  return (
    <>
      <Button
        size="xs"
        tone={agrees ? 'primary' : 'default'}
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        {t(`standing.acts.${step}.button`)}
      </Button>
      <ActDialog
        {...{ step, open, error, busy: isMutating, tone: isDanger ? 'danger' : 'primary' }}
        field={reason.field}
        onClose={close}
        onSubmit={submit}
      />
      {stepUp.dialog}
    </>
  );
}

interface ActDialogProps {
  readonly step: string;
  readonly open: boolean;
  readonly busy: boolean;
  readonly tone: 'danger' | 'primary';
  readonly error: unknown;
  readonly field: ReturnType<typeof useRequiredText<HTMLTextAreaElement>>['field'];
  readonly onClose: () => void;
  readonly onSubmit: () => void;
}

function ActDialog({ step, open, busy, tone, error, field, onClose, onSubmit }: ActDialogProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <Dialog
      place="center"
      open={open}
      onClose={onClose}
      title={t(`standing.acts.${step}.title`)}
      actions={
        <>
          <Button onClick={onClose}>{t('standing.back')}</Button>
          <Button tone={tone} busy={busy} busyText={t('standing.saving')} onClick={onSubmit}>
            {t(`standing.acts.${step}.button`)}
          </Button>
        </>
      }
    >
      <div className="stack-16">
        <p>{t(`standing.acts.${step}.text`)}</p>
        <Textarea
          {...field}
          label={t('standing.reason')}
          description={t('standing.reasonHint')}
          rows={3}
          maxLength={STANDING_REASON_MAX_LENGTH}
          {...errorProps({ error: field.error })}
        />
        {error !== undefined && (
          <Notice tone="danger" icon="alert" role="alert">
            {problemText(error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
