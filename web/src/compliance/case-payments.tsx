import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  HOLD_NOTE_MAX_LENGTH,
  type AttemptItem,
  type CaseDetail,
  type CasePayment,
} from '@kernel/compliance';
import { useMe } from '../accounts/use-session';
import { formatMoney, formatMoment } from '../lib/format';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Amount } from '../ui/amount';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Dialog } from '../ui/dialog';
import { errorProps } from '../ui/field';
import { Notice } from '../ui/notice';
import { showSuccess } from '../ui/toasts';
import { useRequiredText } from '../ui/use-required-text';
import { useHold } from './use-cases';

/** A transfer of the case whose payment is held, or can be. */
type Stoppable = AttemptItem & { readonly payment: CasePayment };

const isStoppable = (attempt: AttemptItem): attempt is Stoppable =>
  attempt.payment !== null && (attempt.payment.canHold || attempt.payment.hold !== null);

/** The payments of the case that are held or can be; leads hold and release them. */
export function CasePayments({ detail }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const payments = detail.attempts.filter(isStoppable);
  if (payments.length === 0) return null;
  return (
    <Card
      title={t('compliance.holds.title')}
      aside={<span className="muted t14">{t('compliance.holds.secret')}</span>}
    >
      <ul className="stack-16">
        {payments.map((attempt) => (
          <li key={attempt.transferId}>
            <Payment attempt={attempt} detail={detail} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface PaymentProps {
  readonly attempt: Stoppable;
  readonly detail: CaseDetail;
}

function Payment({ attempt, detail }: PaymentProps) {
  const { t } = useTranslation();
  const { roles } = useMe();
  const { payment, amount, recipient, transferId } = attempt;
  const canDecide = payment.hold !== null || !detail.reviewed;
  return (
    <div className="case-payment flow spread">
      <div>
        <p>
          <b>
            <Amount value={amount} />
          </b>{' '}
          {recipient} · <span className="mono t14">{transferId.slice(0, 8)}</span>{' '}
          <Badge tone={payment.hold ? 'warning' : 'plain'} icon={payment.hold ? 'lock' : 'clock'}>
            {t(payment.hold ? 'compliance.holds.held' : 'compliance.holds.free')}
          </Badge>
        </p>
        <HoldText payment={payment} />
      </div>
      {roles.includes('lead') && canDecide && <DecisionButton attempt={attempt} caseId={detail.id} />}
    </div>
  );
}

/** Who holds it, since when, why, and until when. */
function HoldText({ payment: { hold, isHeldByOthers } }: { readonly payment: CasePayment }) {
  const { t, i18n } = useTranslation();
  const moment = (at: string) => formatMoment(at, i18n.language);
  return (
    <>
      {hold && (
        <p className="t14 muted">
          {t(`compliance.holds.by.${hold.by}`, { name: hold.name ?? '', at: moment(hold.at) })} ·{' '}
          {t('compliance.holds.until', { at: moment(hold.endsAt) })}
        </p>
      )}
      {hold && hold.note !== '' && <p className="t14 as-typed">{hold.note}</p>}
      {isHeldByOthers && <p className="t14 muted">{t('compliance.holds.others')}</p>}
    </>
  );
}

interface DecisionProps {
  readonly attempt: Stoppable;
  readonly caseId: string;
}

/** The button, and the confirmation that asks for the reason. */
function DecisionButton({ attempt, caseId }: DecisionProps) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const decision = attempt.payment.hold ? 'release' : 'hold';
  const amount = formatMoney(attempt.amount, i18n.language);
  return (
    <>
      <Button
        size="xs"
        aria-label={t(`compliance.holds.${decision}.label`, { amount, recipient: attempt.recipient })}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t(`compliance.holds.${decision}.button`)}
      </Button>
      <Confirmation
        {...{ attempt, caseId, open, decision, amount }}
        onClose={() => {
          setOpen(false);
        }}
      />
    </>
  );
}

interface ConfirmationProps extends DecisionProps {
  readonly open: boolean;
  readonly decision: 'hold' | 'release';
  readonly amount: string;
  readonly onClose: () => void;
}

function Confirmation({ attempt, caseId, open, decision, amount, onClose }: ConfirmationProps) {
  const { t } = useTranslation();
  const note = useRequiredText<HTMLTextAreaElement>(t('compliance.holds.noteRequired'));
  const { decide, reload } = useHold(caseId);
  const { trigger, isMutating, error, reset } = useSend(decide, {
    onSuccess: () => {
      showSuccess(t(`compliance.holds.${decision}.done`));
      note.set('');
      onClose();
    },
  });
  const close = () => {
    note.set(note.field.value);
    onClose();
    if (error === undefined) return;
    // The payment has changed in the meantime; it stays in place while its new state is read.
    reset();
    reload();
  };
  const submit = () => {
    const text = note.take();
    if (text !== null) void trigger({ decision, transferId: attempt.transferId, note: text });
  };
  return (
    <Dialog
      place="center"
      open={open}
      onClose={close}
      title={t(`compliance.holds.${decision}.title`, { amount })}
      actions={
        <>
          <Button onClick={close}>{t('compliance.holds.back')}</Button>
          <Button
            tone={decision === 'hold' ? 'danger' : 'primary'}
            busy={isMutating}
            busyText={t('compliance.holds.busy')}
            onClick={submit}
          >
            {t(`compliance.holds.${decision}.button`)}
          </Button>
        </>
      }
    >
      <div className="stack-16">
        <p>{t(`compliance.holds.${decision}.text`)}</p>
        <Reason {...note.field} />
        <Refused error={error} />
      </div>
    </Dialog>
  );
}

type ReasonProps = ReturnType<typeof useRequiredText<HTMLTextAreaElement>>['field'];

function Reason({ error, ...field }: ReasonProps) {
  const { t } = useTranslation();
  return (
    <Textarea
      {...field}
      label={t('compliance.holds.note')}
      description={t('compliance.holds.noteHint')}
      rows={3}
      resize="vertical"
      maxLength={HOLD_NOTE_MAX_LENGTH}
      {...errorProps({ error })}
    />
  );
}

function Refused({ error }: { readonly error: unknown }) {
  const problemText = useProblemText();
  if (error === undefined) return null;
  return (
    <Notice tone="danger" icon="alert" role="alert">
      {problemText(error)}
    </Notice>
  );
}
