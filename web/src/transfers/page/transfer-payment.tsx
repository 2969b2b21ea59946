import { useEffect, useRef, useState } from 'react';
import { Flex, Loader, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import type { Transaction } from '@kernel/money/transfers';
import { cardText } from '@kernel/money/cards';
import { sendJson } from '../../lib/api/api';
import { formatMoney } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Blank } from '../../ui/feedback/empty-state';
import { Card } from '../../ui/parts/card';
import { Icon } from '../../ui/parts/icon';
import { Notice } from '../../ui/feedback/notice';
import { attemptsLeft } from '../quick-send/attempts-left';
import { goToBank, wasAtBank } from '../payment/bank-visit';
import { CardRetry } from '../payment/card-retry';
import { PayBar } from '../payment/pay-bar';
import { PaymentEnded } from '../payment/payment-ended';
import { PaymentLayout } from '../payment/payment-layout';
import { useAcceptTransfer } from '../payment/use-accept-transfer';
import { isPaid, useFinish } from '../payment/use-finish';
import { isWithBank, useFollowedTransfer, useIsLong } from './use-followed-transfer';

/** The payment of a requested transfer: with the bank, declined, or waiting for a card. */
export function TransferPayment({ transfer }: { readonly transfer: Transaction }) {
  const isLong = useIsLong(transfer.payment?.state);
  switch (viewOf(transfer, isLong)) {
    case 'ended':
      return <PaymentEnded transfer={transfer} />;
    case 'elsewhere':
      return <Navigate to={`/transactions/${transfer.id}`} replace />;
    case 'finished':
      return <Finished transfer={transfer} />;
    case 'waiting':
      return <Waiting transfer={transfer} isLong={isLong} />;
    case 'card':
      return <CardRetry transfer={transfer} />;
  }
}

/** Later states than the payment's are shown by the transfer's own page; so is a bank that takes long. */
function viewOf(transfer: Transaction, isLong: boolean): View {
  const { status, payment, steps } = transfer;
  const isExpired = status === 'cancelled' && steps.some(({ reason }) => reason === NOT_PAID);
  if (isExpired || status === 'declined') return 'ended';
  if (status !== 'processing') return 'elsewhere';
  if (isPaid(transfer) || (isLong && isDeciding(payment))) return 'finished';
  return isWithBank(transfer) ? 'waiting' : 'card';
}

/** The bank decides without its customer. */
const isDeciding = (payment: Transaction['payment']): boolean =>
  payment?.state === 'pending' && !payment.abandoned;

/** Why a transfer ends that was not paid in time; other cancels are shown on the transfer's page. */
const NOT_PAID = 'not_paid';

type View = 'ended' | 'elsewhere' | 'finished' | 'waiting' | 'card';

/** Opens the transfer's own page, once. */
function Finished({ transfer }: { readonly transfer: Transaction }) {
  const finish = useFinish();
  const isFinished = useRef(false);
  useEffect(() => {
    if (isFinished.current) return;
    isFinished.current = true;
    void finish(transfer);
  }, [finish, transfer]);
  return <WithBank transfer={transfer} />;
}

interface WaitingProps {
  readonly transfer: Transaction;
  /** The bank has not decided for a while. */
  readonly isLong: boolean;
}

function Waiting({ transfer, isLong }: WaitingProps) {
  const { actionUrl, abandoned } = transfer.payment ?? {};
  if (abandoned) return <Ending transfer={transfer} />;
  if (actionUrl === undefined) return <WithBank transfer={transfer} />;
  return <AtBank transfer={transfer} actionUrl={actionUrl} isLong={isLong} />;
}

/** The bank decides: nothing to do but wait. */
function WithBank({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  return (
    <PaymentLayout transfer={transfer}>
      <Card title={t('payment.with')} className="payment-method">
        <UsedCard card={transfer.card} />
      </Card>
      <PayBar total={transfer.fees.total} card={transfer.card} waitsFor="bank" onPay={() => undefined}>
        <span className="visually-hidden" role="status">
          {t('payment.bank')}
        </span>
      </PayBar>
    </PaymentLayout>
  );
}

/** The processor ends the payment of a card that its sender gave up; then another one can be chosen. */
function Ending({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  const card = transfer.card ? cardText(transfer.card) : '';
  return (
    <PaymentLayout transfer={transfer}>
      <Card title={t('payment.with')} className="payment-method">
        <Blank role="status">
          <Loader size={32} color="var(--info)" aria-hidden />
          <Text fw={600}>{t('payment.ending', { card })}</Text>
          <Text c="dimmed">{t('tx.state.ending.text')}</Text>
        </Blank>
      </Card>
    </PaymentLayout>
  );
}

interface AtBankProps extends WaitingProps {
  readonly actionUrl: string;
}

/** The bank wants the sender to confirm on its own page; after the return, its decision may take a moment. */
function AtBank({ transfer, actionUrl, isLong }: AtBankProps) {
  const { t, i18n } = useTranslation();
  const [isBack] = useState(() => wasAtBank(actionUrl));
  useEffect(() => {
    if (!wasAtBank(actionUrl)) goToBank(actionUrl);
  }, [actionUrl]);
  const isWaiting = !isBack || !isLong;
  return (
    <PaymentLayout transfer={transfer}>
      <Card title={t('payment.confirm.title')} className="payment-method">
        <Text c="dimmed">{t('payment.confirm.text')}</Text>
        <Blank role="status">
          {isWaiting && <Loader size={32} color="var(--info)" aria-hidden />}
          <Text fw={600}>
            {t(isBack ? 'payment.confirm.checking' : 'payment.confirm.opening', {
              total: formatMoney(transfer.fees.total, i18n.language),
            })}
          </Text>
          <UsedCard card={transfer.card} />
        </Blank>
        {!isWaiting && (
          <Stack gap="xs">
            <Button
              tone="primary"
              block
              onClick={() => {
                goToBank(actionUrl);
              }}
            >
              {t('payment.confirm.open')}
            </Button>
            <AnotherCard transfer={transfer} />
            <ButtonLink tone="subtle" block to={`/transactions/${transfer.id}`}>
              {t('payment.confirm.leave')}
            </ButtonLink>
          </Stack>
        )}
      </Card>
    </PaymentLayout>
  );
}

/** Gives up a card that needs its bank's confirmation, unless it was the last that may be tried. */
function AnotherCard({ transfer: { id, steps } }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const accept = useAcceptTransfer();
  const { mutate } = useFollowedTransfer(id);
  const { trigger, isMutating, error } = useSend(
    () => sendJson('POST', '/transfers/{id}/payment/abandon', { path: { id } }),
    {
      onSuccess: accept,
      // Confirmed or ended in the meantime: the transfer shows which.
      onError: () => void mutate(),
    },
  );
  if (attemptsLeft(steps) <= 1) return null;
  return (
    <>
      <Button block busy={isMutating} onClick={() => void trigger()}>
        {t('payment.another')}
      </Button>
      {error !== undefined && (
        <Notice tone="warning" icon="alert" role="alert">
          {problemText(error)}
        </Notice>
      )}
    </>
  );
}

function UsedCard({ card }: { readonly card: Transaction['card'] }) {
  if (!card) return null;
  return (
    <Flex component="p" gap="xs" align="center" wrap="wrap">
      <Icon name="card" />
      {cardText(card)}
    </Flex>
  );
}
