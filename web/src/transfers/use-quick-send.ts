import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  NOTE_MAX_LENGTH,
  RECIPIENT_MAX_LENGTH,
  type FeeScheduleOverview,
  type TransferDraft,
} from '@kernel/transfers';
import { useMe } from '../accounts/use-session';
import { ApiError } from '../lib/api-error';
import { formatMoney } from '../lib/format';
import { clearToasts } from '../ui/toasts';
import { useCheckedForm } from '../ui/use-checked-form';
import { outcomeOf } from './outcome';
import { paymentPath, storePayment } from './payment-storage';
import { draftState, newPayment } from './pending-payment';
import { isDraftOf, onSent, storedQuickSend, storeQuickSend } from './quick-send-draft';
import { checksOf, readDraft, valuesOf, withoutPrefix } from './quick-send-rules';
import { useCheckTransfer } from './use-check-transfer';
import { useShowRefusal } from './use-refusal';

export type QuickSendForm = ReturnType<typeof useQuickSend>;

/** The form of Quick Send: checks the transfer on the server, then opens its review. */
export function useQuickSend(initial: TransferDraft | null, overview: FeeScheduleOverview) {
  const { i18n } = useTranslation();
  const check = useCheckTransfer();
  const openReview = useOpenReview(overview);
  const showRefusal = useShowRefusal();
  const [checked, setChecked] = useState('');
  const [isPicked, setPicked] = useState(false);
  const { uid } = useMe();
  const checkedForm = useCheckedForm({
    name: 'quick',
    initialValues: initial ? valuesOf(initial) : (storedQuickSend(uid) ?? valuesOf(null)),
    checks: checksOf(overview.minimum),
    params: {
      max: RECIPIENT_MAX_LENGTH,
      noteMax: NOTE_MAX_LENGTH,
      limit: formatMoney(overview.minimum, i18n.language),
    },
    send: async (values) => {
      const draft = readDraft(values);
      if (!draft) throw new Error('A checked form cannot be read');
      setChecked(JSON.stringify(draft));
      try {
        await openReview(draft, await check(draft));
      } catch (error) {
        if (error instanceof ApiError && outcomeOf(error) === 'refused') showRefusal(error);
        throw error;
      }
      return undefined;
    },
  });
  const { values } = checkedForm.form;
  useEffect(() => {
    storeQuickSend(uid, values);
  }, [uid, values]);
  const { setValues } = checkedForm.form;
  useEffect(
    () =>
      onSent((transfer) => {
        if (!isDraftOf(values, transfer)) return;
        setValues(valuesOf(null));
        setPicked(false);
      }),
    [values, setValues],
  );
  const draft = readDraft(values);
  return {
    ...checkedForm,
    values,
    /** Fills in a known recipient; the amount comes next. */
    fillIn: ({ recipient, platform, handle }: Pick<TransferDraft, 'recipient' | 'platform' | 'handle'>) => {
      checkedForm.form.setValues({ recipient, platform, handle: withoutPrefix(platform, handle) });
      setPicked(true);
      document.getElementById('quick-amount')?.focus();
    },
    /** Whether the recipient was picked whole, so that its fields need no look. */
    isPicked,
    /** Back to the fields of the recipient: as they are, or empty for another one. */
    openRecipient: (emptied = false) => {
      flushSync(() => {
        setPicked(false);
        if (emptied) checkedForm.form.setValues({ recipient: '', platform: '', handle: '' });
      });
      document.getElementById('quick-recipient')?.focus();
    },
    /** The draft in the form, or null while it cannot be sent. */
    draft,
    /** Why the last press failed, while the form is unchanged. */
    failure: JSON.stringify(draft) === checked ? checkedForm.problem : null,
  };
}

/** Stores the form in the current history entry, so that going back restores it, and opens the review. */
function useOpenReview(overview: FeeScheduleOverview) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { uid } = useMe();
  return async (draft: TransferDraft, key: string) => {
    clearToasts();
    const payment = { ...newPayment(uid, draft, overview.schedule), key };
    storePayment(payment);
    await navigate(pathname, { replace: true, state: draftState(uid, draft) });
    await navigate(paymentPath(payment));
  };
}
