import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { cardText } from '@kernel/money/cards';
import { stepOf } from '@kernel/money/charge';
import { type Ending, nextStepOf } from '@kernel/money/endings';
import { handleText } from '@kernel/text/handle-text';
import { firstNameOf, formatMoney } from '../../lib/format';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Dialog } from '../../ui/feedback/dialog';
import { copyText } from '../../ui/parts/copy-text';
import { STRONG, WithStrong } from '../../ui/parts/with-strong';
import { nextState } from '../payment/pending-payment';
import { CancelTransfer } from './cancel-transfer';
import { ReportProblem } from './report-problem';
import { isPayable, type ShownState } from './shown-state';
import { useHasWeeklyLimit } from '../limits/use-allowance';

interface StateRowProps {
  readonly transfer: Transaction;
  readonly state: ShownState;
  /** How the transfer ends; null while it may arrive, and if it did. */
  readonly ending: Ending | null;
}

/** Below the state of a transfer: the one thing that its sender can do now, or the fact that they may ask for. */
export function StateRow({ transfer, state, ending }: StateRowProps) {
  return (
    <>
      <CancelTransfer transfer={transfer} isQuiet={isPayable(state)}>
        <Fact transfer={transfer} state={state} ending={ending} />
      </CancelTransfer>
      {isPayable(state) && <Pay transfer={transfer} state={state} />}
    </>
  );
}

function Pay({ transfer, state }: Omit<StateRowProps, 'ending'>) {
  const { t } = useTranslation();
  return (
    <ButtonLink size="sm" tone="primary" to={`/payment?transfer=${transfer.id}`}>
      {t(`tx.state.${state}.action`)}
    </ButtonLink>
  );
}

/** When nothing can be cancelled any more. */
function Fact({ transfer, state, ending }: StateRowProps) {
  const { t } = useTranslation();
  const reference = stepOf(transfer, 'delivered')?.reference ?? '';
  if (state === 'late') return <Late transfer={transfer} />;
  if (state === 'sending' || state === 'sent') return <Final transfer={transfer} />;
  if (state === 'delivered' && reference !== '') return <Reference reference={reference} />;
  if (OF_THE_DESK[state] !== undefined)
    return <p>{t(OF_THE_DESK[state], { recipient: firstNameOf(transfer.recipient) })}</p>;
  return ending && <Ended transfer={transfer} ending={ending} />;
}

/** What the transfer failed of, or where its money is, and what can be done next. */
function Ended({ transfer, ending }: Pick<StateRowProps, 'transfer'> & { readonly ending: Ending }) {
  const { t } = useTranslation();
  const next = nextStepOf(ending);
  return (
    <>
      {next === 'correct_handle' ? (
        <p>
          <WithStrong text={t('tx.row.sentTo', { handle: STRONG })} strong={handleText(transfer.handle)} />
        </p>
      ) : (
        <Returned transfer={transfer} />
      )}
      {next && (
        <ButtonLink size="sm" tone="primary" to="/dashboard" state={nextState(transfer, next)}>
          {t(`tx.next.${next}`)}
        </ButtonLink>
      )}
    </>
  );
}

const OF_THE_DESK: Readonly<Partial<Record<ShownState, string>>> = {
  delivered: 'tx.row.delivered',
  recalling: 'tx.row.recalling',
  refund_desk: 'tx.row.refund_desk',
};

function Late({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('tx.row.late')}</p>
      <ReportProblem transfer={transfer} asButton />
    </>
  );
}

/** Too late to cancel, and why. */
function Final({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <p>{t('tx.row.final')}</p>
      <Button
        size="sm"
        tone="subtle"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('tx.row.why')}
      </Button>
      <Dialog
        place="center"
        open={open}
        onClose={close}
        title={t('tx.row.final')}
        actions={<Button onClick={close}>{t('common.close')}</Button>}
      >
        <p>{t('tx.row.because', { platform: transfer.platform })}</p>
      </Dialog>
    </>
  );
}

function Reference({ reference }: { readonly reference: string }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('tx.row.reference', { reference })}</p>
      <Button
        size="sm"
        tone="subtle"
        icon="copy"
        onClick={() => {
          void copyText(reference, t('tx.row.copied'));
        }}
      >
        {t('tx.row.copy')}
      </Button>
    </>
  );
}

/** Where the money is that was not sent. */
function Returned({
  transfer: { released, amount, card, recipient, payment },
}: Pick<StateRowProps, 'transfer'>) {
  const { t, i18n } = useTranslation();
  const hasLimit = useHasWeeklyLimit();
  if (released && hasLimit)
    return <p>{t('tx.row.inLimit', { amount: formatMoney(amount, i18n.language) })}</p>;
  if (payment?.state === 'captured' && card) return <p>{t('tx.row.toCard', { card: cardText(card) })}</p>;
  return <p>{t('tx.row.nothing', { recipient: firstNameOf(recipient) })}</p>;
}
