import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { ChangedField } from '@kernel/money/endings';
import {
  NOTE_MAX_LENGTH,
  RECIPIENT_MAX_LENGTH,
  type Amount,
  type FeeScheduleOverview,
  type TransferDraft,
} from '@kernel/money/transfers';
import { useMe } from '../../accounts/use-session';
import { ApiError } from '../../lib/api/api-error';
import { formatMoney, formatMoneyShort } from '../../lib/format';
import { useOpenScreen } from '../../lib/navigation';
import { clearToasts, showSuccess } from '../../ui/feedback/toasts';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import type { CancelToSend } from '../limits/cancel-to-send';
import { useCancelledText } from '../limits/use-cancelled-text';
import { outcomeOf } from '../payment/outcome';
import { paymentPath, storePayment } from '../payment/payment-storage';
import { newPayment, readChangedField } from '../payment/pending-payment';
import { isDraftOf, onSent, storedQuickSend, storeQuickSend } from './quick-send-draft';
import { checksOf, readDraft, valuesOf, withoutPrefix, type QuickSendValues } from './quick-send-rules';
import { useCheckTransfer } from './use-check-transfer';
import { useShowRefusal } from './use-refusal';

export type QuickSendForm = ReturnType<typeof useQuickSend>;

/** The form of Quick Send: checks the transfer on the server, then opens its review. */
export function useQuickSend(initial: TransferDraft | null, overview: FeeScheduleOverview) {
  const { i18n } = useTranslation();
  const review = useReview(overview);
  const cancelledText = useCancelledText();
  const [checked, setChecked] = useState('');
  const cancelledFirst = useRef<CancelToSend | null>(null);
  const [cancelled, setCancelled] = useState<CancelToSend | null>(null);
  const { uid } = useMe();
  const navigationType = useNavigationType();
  const changed = useChangedField(initial);
  const [isOpened, setOpened] = useState(changed === 'handle' || changed === 'platform');
  const checkedForm = useCheckedForm({
    name: 'quick',
    initialValues: firstValues(initial, storedQuickSend(uid), navigationType),
    checks: checksOf(overview.minimum),
    params: limitsIn(overview, i18n.language),
    send: async (values) => {
      const draft = readDraft(values);
      if (!draft) throw new Error('A checked form cannot be read');
      setChecked(JSON.stringify(draft));
      const first = cancelledFirst.current;
      cancelledFirst.current = null;
      setCancelled(first);
      await review(draft);
      if (first) showSuccess(cancelledText(first));
      return undefined;
    },
  });
  const { values, setValues } = checkedForm.form;
  useFirstFocus(changed, checkedForm.focus);
  useUntilSent(uid, values, () => {
    setValues(valuesOf(null));
    setOpened(false);
  });
  const draft = readDraft(values);
  return {
    ...checkedForm,
    values,
    /** Sends another amount, for which other transfers may have been cancelled. */
    sendInstead: (amount: Amount, first: CancelToSend | null) => {
      cancelledFirst.current = first;
      checkedForm.form.setFieldValue('amount', amount);
      checkedForm.submit({ ...checkedForm.form.getValues(), amount });
      // A press while another one is under way sends nothing.
      cancelledFirst.current = null;
    },
    /** What was cancelled for the last press. */
    cancelled,
    /** The field that a link asked to correct; null for none. */
    changed,
    /** Fills in a known recipient; the amount comes next. */
    fillIn: ({ recipient, platform, handle }: Pick<TransferDraft, 'recipient' | 'platform' | 'handle'>) => {
      checkedForm.form.setValues({ recipient, platform, handle: withoutPrefix(platform, handle) });
      setOpened(false);
      checkedForm.focus('amount');
    },
    /** The fields of the recipient are in use. */
    isOpened,
    /** A recipient in the fields stays there, also once it is a known one. */
    keepOpen: () => {
      setOpened(true);
    },
    /** Back to the fields of the recipient: as they are, or empty for another one. */
    openRecipient: (emptied = false) => {
      flushSync(() => {
        setOpened(true);
        if (emptied) checkedForm.form.setValues({ recipient: '', platform: '', handle: '' });
      });
      checkedForm.focus('recipient');
    },
    /** The draft in the form, or null while it cannot be sent. */
    draft,
    /** Why the last press failed, while the form is unchanged. */
    failure: JSON.stringify(draft) === checked ? checkedForm.problem : null,
  };
}

/** What the texts of errors name. */
const limitsIn = ({ minimum, perTransferLimit }: FeeScheduleOverview, language: string) => ({
  max: RECIPIENT_MAX_LENGTH,
  noteMax: NOTE_MAX_LENGTH,
  limit: formatMoney(minimum, language),
  most: formatMoneyShort(perTransferLimit, language),
});

/** Stores what is typed; `onGone`: the transfer in the form turned out to be sent. */
function useUntilSent(uid: string, values: QuickSendValues, onGone: () => void): void {
  useEffect(() => {
    storeQuickSend(uid, values);
  }, [uid, values]);
  const gone = useEffectEvent(onGone);
  useEffect(
    () =>
      onSent((transfer) => {
        if (isDraftOf(values, transfer)) gone();
      }),
    [values],
  );
}

/** Moves the focus to a field once the form is there. */
function useFirstFocus(field: ChangedField | null, focus: (field: ChangedField) => void): void {
  const move = useEffectEvent(() => {
    if (field) focus(field);
  });
  useEffect(() => {
    move();
  }, []);
}

/** The field to correct when a press led here with a draft. */
function useChangedField(initial: TransferDraft | null): ChangedField | null {
  const { uid } = useMe();
  const { state } = useLocation() as { readonly state: unknown };
  const isPushed = useNavigationType() === NavigationType.Push;
  return initial && isPushed ? readChangedField(state, uid) : null;
}

/**
 * A draft fills the form when a press opens it. Its history entry keeps the draft, so after that, what was typed since
 * counts: on the way back, after a reload and after signing in again.
 */
function firstValues(
  draft: TransferDraft | null,
  stored: QuickSendValues | null,
  navigationType: NavigationType,
): QuickSendValues {
  switch (navigationType) {
    case NavigationType.Push:
      return draft ? valuesOf(draft) : (stored ?? valuesOf(null));
    case NavigationType.Replace:
      return stored ?? valuesOf(draft);
    case NavigationType.Pop:
      return stored ?? valuesOf(null);
  }
}

/** Checks a transfer on the server and opens its review; shows a refusal. */
function useReview(overview: FeeScheduleOverview) {
  const check = useCheckTransfer();
  const openReview = useOpenReview(overview);
  const showRefusal = useShowRefusal();
  return async (draft: TransferDraft) => {
    try {
      await openReview(draft, await check(draft));
    } catch (error) {
      if (error instanceof ApiError && outcomeOf(error) === 'refused') showRefusal(error);
      throw error;
    }
  };
}

/** Opens the review; the form stays stored, as it was understood, until it was sent. */
function useOpenReview(overview: FeeScheduleOverview) {
  const openScreen = useOpenScreen();
  const { uid } = useMe();
  return async (draft: TransferDraft, key: string) => {
    clearToasts();
    const payment = { ...newPayment(uid, draft, overview.schedule), key };
    storePayment(payment);
    storeQuickSend(uid, valuesOf(draft));
    await openScreen(paymentPath(payment));
  };
}
