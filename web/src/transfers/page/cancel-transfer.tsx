import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { Group, Stack } from '@mantine/core';
import { sendJson } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { firstNameOf, formatDay, formatMoney } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { cardText } from '@kernel/money/cards';
import { Button } from '../../ui/forms/button';
import { Dialog } from '../../ui/feedback/dialog';
import { showSuccess } from '../../ui/feedback/toasts';
import { useHasWeeklyLimit } from '../limits/use-allowance';
import { useRefundFromNow } from './use-arrival';
import { outcomeOf } from '../payment/outcome';
import { useTransfer } from '../use-transfers';
import { Muted } from '../../ui/parts/text';

interface CancelTransferProps {
  readonly transfer: Transaction;
  /** Another button next to it is the one to press. */
  readonly isQuiet: boolean;
  /** In its place once nothing can be cancelled. */
  readonly children: ReactNode;
}

/** Until when a transfer can be cancelled, and the button for it; what that returns is said before it happens. */
export function CancelTransfer({ transfer, isQuiet, children }: CancelTransferProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
  };
  const cancel = useCancel(transfer.id, close);
  const values = useValues(transfer);
  const failure = useFailure(transfer, cancel.error);
  if (failure?.isDecided) return failure.reason;
  if (transfer.cancellable === 'no') return children;
  const texts = textsOf(transfer);
  return (
    <>
      {failure?.reason ?? (!isQuiet && <p>{t(texts.until)}</p>)}
      <Button
        size="sm"
        tone={isQuiet ? 'subtle' : 'default'}
        onClick={() => {
          setAsking(true);
        }}
      >
        {t(isQuiet ? 'tx.cancel.quiet' : texts.short)}
      </Button>
      <Dialog
        place="center"
        open={asking}
        title={t(texts.confirmTitle, values)}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('tx.cancel.keep')}</Button>
            <Button
              tone="danger"
              busy={cancel.isMutating}
              busyText={t('tx.cancel.busy')}
              onClick={() => void cancel.trigger()}
            >
              {t(texts.button)}
            </Button>
          </>
        }
      >
        <Stack gap="md">
          <p>{t(texts.confirm, values)}</p>
          {texts.confirm === CERTAIN && <Returns values={values} />}
        </Stack>
      </Dialog>
    </>
  );
}

/** Why it was not cancelled, with the time of the payout when it is too late; without an answer it can be tried again. */
function useFailure({ status }: Transaction, error: unknown) {
  const problemText = useProblemText();
  const isUnderWay = status === 'processing' || status === 'sent';
  if (!isUnderWay || !(error instanceof ApiError)) return null;
  return { reason: <p role="alert">{problemText(error)}</p>, isDecided: outcomeOf(error) === 'refused' };
}

/** An unclaimed payout can only be recalled. */
function textsOf({ cancellable, payment }: Transaction) {
  if (cancellable === 'recall')
    return {
      until: 'tx.cancel.recallUntil',
      short: 'tx.cancel.recall',
      button: 'tx.cancel.recall',
      confirmTitle: 'tx.cancel.recallTitle',
      confirm: 'tx.cancel.recallConfirm',
    };
  return {
    until: 'tx.cancel.until',
    short: 'tx.cancel.short',
    button: 'tx.cancel.button',
    confirmTitle: 'tx.cancel.confirmTitle',
    confirm: confirmationOf(payment),
  };
}

function confirmationOf(payment: Transaction['payment']): string {
  if (payment?.state === 'pending' && !payment.abandoned) return 'tx.cancel.confirmPending';
  return TAKEN.includes(payment?.state ?? '') ? CERTAIN : 'tx.cancel.confirmNothing';
}

/** The text when everything is certain to be refunded. */
const CERTAIN = 'tx.cancel.confirmText';
/** States of a payment in which a cancel returns money. */
const TAKEN: readonly string[] = ['authorized', 'captured'];

type Values = ReturnType<typeof useValues>;

function useValues({ fees, amount, card, platform, recipient }: Transaction) {
  const { i18n } = useTranslation();
  return {
    total: formatMoney(fees.total, i18n.language),
    amount: formatMoney(amount, i18n.language),
    card: card ? cardText(card) : '',
    platform,
    recipient: firstNameOf(recipient),
  };
}

function Returns({ values }: { readonly values: Values }) {
  const { t, i18n } = useTranslation();
  const hasLimit = useHasWeeklyLimit();
  const backBy = useRefundFromNow();
  return (
    <>
      <Group className="well" gap="md" wrap="nowrap" justify="space-between" fz="sm">
        <span>{t('tx.cancel.backTo', values)}</span>
        <b>{values.total}</b>
      </Group>
      <Muted>
        {backBy !== null && t('tx.onCardBy', { day: formatDay(backBy, i18n.language) })}{' '}
        {hasLimit && t('tx.cancel.inLimit', values)}
      </Muted>
    </>
  );
}

function useCancel(id: string, onAnswer: () => void) {
  const { t, i18n } = useTranslation();
  const { mutate } = useTransfer(id);
  return useSend(() => sendJson('POST', '/transfers/{id}/cancel', { path: { id } }), {
    onSuccess: ({ returns, ...cancelled }) => {
      onAnswer();
      void mutate(cancelled, { revalidate: false });
      showSuccess(t(messageOf(returns, cancelled), { total: formatMoney(returns ?? '0', i18n.language) }));
    },
    onError: () => {
      onAnswer();
      void mutate();
    },
  });
}

/** While the bank decides about the charge, it is unknown whether anything is refunded. */
function messageOf(returns: string | null, { payment }: Transaction): string {
  if (returns === null) return 'tx.cancel.asked';
  if (payment?.state === 'pending' && Number(returns) > 0) return 'tx.cancel.donePending';
  return Number(returns) > 0 ? 'tx.cancel.done' : 'tx.cancel.doneNothing';
}
