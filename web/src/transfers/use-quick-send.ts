import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { centsOf } from '@kernel/money';
import { feesOf, type FeeScheduleName } from '@kernel/fees';
import { feesOnWire } from '@kernel/fees-on-wire';
import type { FeeScheduleOverview, TransferDraft } from '@kernel/transfers';
import { useMe } from '../accounts/use-session';
import { ApiError } from '../lib/api-error';
import { outcomeOf } from './outcome';
import { draftState, type PaymentState, type QuickSendDraft } from './payment-state';
import {
  FIELDS,
  readAmount,
  readQuickSend,
  withoutPrefix,
  type QuickSendField,
  type QuickSendRefusals,
  type QuickSendValues,
} from './quick-send-rules';
import { clearToasts } from '../ui/toasts';
import { useCheckTransfer } from './use-check-transfer';

type Shown = Readonly<Partial<Record<QuickSendField, boolean>>>;

/** What Quick Send holds between a key press and the way to /payment. */
export interface QuickSendForm {
  readonly values: QuickSendValues;
  /** Refusals of the fields that were left or submitted. */
  readonly refusals: QuickSendRefusals;
  /** What the whole form says, if it can be asked about. */
  readonly draft: TransferDraft | null;
  /** Raised by every submit that the form itself refuses. */
  readonly attempt: number;
  readonly busy: boolean;
  /** The server's refusal of the last press, or why there was no answer. */
  readonly failure: unknown;
  readonly change: (changed: Partial<QuickSendValues>) => void;
  readonly leave: (field: QuickSendField) => void;
  /** Asks the server and goes to /payment; `amount` replaces the typed one. */
  readonly submit: (amount?: string) => Promise<void>;
}

interface Options {
  readonly draft: QuickSendDraft;
  readonly overview: FeeScheduleOverview;
  /** Told about the refusals of the server. */
  readonly onRefused: (error: ApiError) => void;
}

/** The form's state and its one action. */
export function useQuickSend({ draft, overview, onRefused }: Options): QuickSendForm {
  const [values, setValues] = useState(() => valuesOf(draft));
  const [shown, setShown] = useState<Shown>({});
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const asking = useRef(false);
  const check = useCheckTransfer();
  const goToPayment = useGoToPayment(overview.schedule);
  const read = readQuickSend(values, overview.minimum);

  const askAbout = async (asked: TransferDraft) => {
    if (asking.current) return;
    asking.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const key = await check(asked);
      clearToasts();
      goToPayment(asked, key);
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && outcomeOf(error) === 'refused') onRefused(error);
    } finally {
      asking.current = false;
      setBusy(false);
    }
  };

  return {
    values,
    refusals: onlyShown(read.refusals, shown),
    draft: read.draft,
    attempt,
    busy,
    failure,
    change: (changed) => {
      setValues((before) => ({ ...before, ...changed }));
      if (!isSameSend(values, { ...values, ...changed })) setFailure(null);
    },
    leave: (field) => {
      setShown((before) => ({ ...before, [field]: true }));
    },
    submit: async (amount) => {
      const asked = amount === undefined ? values : { ...values, amount };
      if (amount !== undefined) setValues(asked);
      const now = readQuickSend(asked, overview.minimum);
      if (now.draft) return askAbout(now.draft);
      setShown(Object.fromEntries(FIELDS.map((field) => [field, true])));
      setAttempt((before) => before + 1);
    },
  };
}

/** Keeps the form in the history entry that is left, so that going back finds it, and opens the review. */
function useGoToPayment(schedule: FeeScheduleName): (draft: TransferDraft, key: string) => void {
  const navigate = useNavigate();
  const { uid } = useMe();
  return (draft, key) => {
    const state: PaymentState = {
      ...draft,
      uid,
      key,
      fees: feesOnWire(feesOf(centsOf(draft.amount), schedule)),
    };
    void navigate('/dashboard', { replace: true, state: draftState(uid, draft) });
    void navigate('/payment', { state });
  };
}

/** True when only the amount's notation changed: what was said about this send still holds. */
function isSameSend(before: QuickSendValues, after: QuickSendValues): boolean {
  const amounts = [before.amount, after.amount].map(readAmount);
  return (
    amounts[0] === amounts[1] && FIELDS.every((field) => field === 'amount' || before[field] === after[field])
  );
}

function valuesOf({ recipient, platform, handle, amount }: QuickSendDraft): QuickSendValues {
  return {
    recipient: recipient ?? '',
    platform: platform ?? null,
    handle: withoutPrefix(platform ?? null, handle ?? ''),
    amount: amount ?? '',
  };
}

function onlyShown(refusals: QuickSendRefusals | null, shown: Shown): QuickSendRefusals {
  if (!refusals) return {};
  return Object.fromEntries(FIELDS.flatMap((field) => (shown[field] ? [[field, refusals[field]]] : [])));
}
