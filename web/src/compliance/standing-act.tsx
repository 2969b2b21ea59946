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
      <Dialog
        place="center"
        open={open}
        onClose={close}
        title={t(`standing.acts.${step}.title`)}
        actions={
          <>
            <Button onClick={close}>{t('standing.back')}</Button>
            <Button
              tone={isDanger ? 'danger' : 'primary'}
              busy={isMutating}
              busyText={t('standing.saving')}
              onClick={submit}
            >
              {t(`standing.acts.${step}.button`)}
            </Button>
          </>
        }
      >
        <div className="stack-16">
          <p>{t(`standing.acts.${step}.text`)}</p>
          <Textarea
            {...reason.field}
            label={t('standing.reason')}
            description={t('standing.reasonHint')}
            rows={3}
            maxLength={STANDING_REASON_MAX_LENGTH}
            {...errorProps({ error: reason.field.error })}
          />
          <Refusal error={error} />
        </div>
      </Dialog>
      {stepUp.dialog}
    </>
  );
}

/** Why the last attempt was refused. */
function Refusal({ error }: { readonly error: unknown }) {
  const problemText = useProblemText();
  if (error === undefined) return null;
  return (
    <Notice tone="danger" icon="alert" role="alert">
      {problemText(error)}
    </Notice>
  );
}
