import { useTranslation } from 'react-i18next';
import { centsOf, parseAmountCents } from '@kernel/money/money';
import { Group, Stack, Text } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { formatMoney, formatMoneyShort } from '../../lib/format';
import { useOnline } from '../../lib/use-online';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Notice } from '../../ui/feedback/notice';
import { useGetsVerified } from '../../verification/use-verification';
import { outcomeOf } from '../payment/outcome';
import { transferPaymentPath } from '../payment/payment-storage';
import { isOverWeek } from '../quick-send/use-refusal';
import { useRecentTransfers } from '../use-transfers';
import type { CancelToSend } from './cancel-to-send';
import { useAllowance } from './use-allowance';
import { useCancelToSend, useCancelUnpaid } from './use-cancel-to-send';
import { useCancelledText } from './use-cancelled-text';
import { useForesight } from './use-foresight';

interface LimitRefusalProps {
  readonly error: ApiError;
  /** The smallest allowed transfer: less is not offered. */
  readonly minimum: string;
  /** The refused amount. */
  readonly wanted: string;
  /** What was cancelled for it all the same. */
  readonly cancelled?: CancelToSend | null;
  /** Sends another amount, for which `cancelled` was cancelled. */
  readonly onSend: (amount: string, cancelled: CancelToSend | null) => void;
}

/** A refused send: why, unless the toast says it, when the amount fits, and the options. */
export function LimitRefusal({ error, minimum, wanted, cancelled, onSend }: LimitRefusalProps) {
  const { t, i18n } = useTranslation();
  const offer = useCancelToSend(error, wanted);
  const cancel = useCancelUnpaid((done) => {
    onSend(done.amount, done);
  });
  const getsVerified = useGetsVerified();
  const smaller = sendableOf(error, minimum);
  const weekly = isOverWeek(error);
  return (
    <Notice tone="warning" icon="alert" role={weekly ? 'note' : 'alert'} title={weekly && t('limit.over')}>
      <Why error={error} wanted={wanted} cancelled={cancelled ?? null} />
      {cancel.error !== undefined && <NotCancelled error={cancel.error} />}
      {offer && <CancelOffer offer={offer} cancel={cancel} />}
      <Group gap="xs" mt="sm">
        {smaller !== null && (
          <Button
            size="sm"
            onClick={() => {
              onSend(smaller, null);
            }}
          >
            {t('quick.smaller', { amount: formatMoney(smaller, i18n.language) })}
          </Button>
        )}
        {weekly && getsVerified && (
          <ButtonLink tone="subtle" size="sm" to="/verification">
            {t('quick.getVerified')}
          </ButtonLink>
        )}
      </Group>
    </Notice>
  );
}

interface WhyProps extends Pick<LimitRefusalProps, 'error' | 'wanted'> {
  readonly cancelled: CancelToSend | null;
}

/** What happened, what did not, and when the amount fits. */
function Why({ error, wanted, cancelled }: WhyProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const cancelledText = useCancelledText();
  const { forAmount } = useForesight();
  const { data: allowance } = useAllowance();
  const weekly = isOverWeek(error);
  const foresight = weekly && allowance ? forAmount(wanted, allowance) : null;
  return (
    <>
      {cancelled && <p>{cancelledText(cancelled)}</p>}
      <p>{weekly ? t('limit.notSent') : problemText(error)}</p>
      {foresight !== null && <Text c="dimmed">{foresight}</Text>}
    </>
  );
}

interface CancelOfferProps {
  readonly offer: CancelToSend;
  readonly cancel: ReturnType<typeof useCancelUnpaid>;
}

/** Cancels what waits for payment and sends what fits then, in one press; or pays it. */
function CancelOffer({ offer, cancel }: CancelOfferProps) {
  const { t, i18n } = useTranslation();
  const online = useOnline();
  const held = useHeldText();
  const short = (amount: string) => formatMoneyShort(amount, i18n.language);
  const [first] = offer.unpaid;
  const values = {
    count: offer.unpaid.length,
    unpaid: short(offer.cancelled),
    amount: short(offer.amount),
  };
  return (
    <Stack gap="xs" my="sm">
      <Text fw={600}>{held(offer)}</Text>
      <Button
        tone="primary"
        block
        busy={cancel.isMutating}
        busyText={t('limit.cancelling')}
        disabled={!online}
        onClick={() => void cancel.trigger(offer)}
      >
        {t('limit.cancelAndSend', values)}
      </Button>
      {first && offer.unpaid.length === 1 && (
        <ButtonLink block to={transferPaymentPath(first.id)}>
          {t('limit.payInstead', values)}
        </ButtonLink>
      )}
      <Text ta="center">{t('limit.reviewNext', values)}</Text>
    </Stack>
  );
}

/** "$130.00 of your limit is held by your unpaid transfer to Daniel Okafor." */
function useHeldText(): (offer: CancelToSend) => string {
  const { t, i18n } = useTranslation();
  const { data: recent } = useRecentTransfers();
  return ({ unpaid, cancelled }) => {
    const transfer = recent?.items.find(({ id }) => id === unpaid[0]?.id);
    const values = { count: unpaid.length, amount: formatMoney(cancelled, i18n.language) };
    return unpaid.length === 1 && transfer
      ? t('limit.heldBy', { ...values, recipient: transfer.recipient })
      : t('limit.held', values);
  };
}

/** Stays when the limit, read again, no longer offers a cancel. */
function NotCancelled({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <p role="alert">
      {error instanceof ApiError && outcomeOf(error) === 'refused'
        ? `${problemText(error)} ${t('limit.notSent')}`
        : t('limit.cancelUnknown')}
    </p>
  );
}

/** The largest amount that would be accepted according to the refusal, if it can be sent at all. */
function sendableOf(error: ApiError, minimum: string): string | null {
  const { sendable } = error.params;
  if (typeof sendable !== 'string' || parseAmountCents(sendable) === null) return null;
  return centsOf(sendable) >= centsOf(minimum) ? sendable : null;
}
