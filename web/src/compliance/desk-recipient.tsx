import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayReveal, type DeskTask, type RevealedPayout } from '@kernel/payouts';
import { useMe } from '../accounts/use-session';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { showError, showSuccess } from '../ui/toasts';
import { revealPayout } from './use-desk';

/** Who gets the money: masked until it is revealed, which is recorded. */
export function DeskRecipient({ task }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { uid } = useMe();
  const canReveal = mayReveal(task.kind, { claimedBy: task.operator?.id ?? null, uid });
  const [revealed, setRevealed] = useState<RevealedPayout | null>(null);
  const onError = (problem: unknown) => {
    showError(problemText(problem));
  };
  const reveal = useSend(() => revealPayout(task.transferId), { onSuccess: setRevealed, onError });
  const { recipient, handle } = revealed ?? task;
  const copy = async () => {
    await navigator.clipboard.writeText(handle);
    showSuccess(t('desk.handleCopied'));
  };
  return (
    <div className="stack-8">
      <p className="wrap-anywhere">
        {t('desk.to', { name: recipient })}
        <br />
        <span className="mono">{handle}</span>
      </p>
      {revealed?.note && <p className="t14 wrap-anywhere">{t('desk.note', { note: revealed.note })}</p>}
      {revealed && (
        <Button block size="xs" icon="copy" onClick={() => void copy()}>
          {t('desk.copyHandle')}
        </Button>
      )}
      {!revealed && canReveal && (
        <>
          <Button block size="xs" icon="eye" busy={reveal.isMutating} onClick={() => void reveal.trigger()}>
            {t('desk.reveal')}
          </Button>
          <p className="muted t12">{t('desk.revealHint')}</p>
        </>
      )}
    </div>
  );
}
