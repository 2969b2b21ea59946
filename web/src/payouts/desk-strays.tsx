import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import {
  CLAIM_DAYS,
  DIFFERENCE_REASON_MAX_LENGTH,
  mayBeUnclaimed,
  type StrayCharge,
} from '@kernel/money/payouts';
import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { formatMoney } from '../lib/format';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Amount } from '../ui/parts/amount';
import { Badge } from '../ui/feedback/badge';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { CopyableId } from '../ui/parts/copyable-id';
import { ErrorBlock } from '../ui/feedback/error-block';
import { Icon } from '../ui/parts/icon';
import { Muted } from '../ui/parts/text';
import { TextField } from '../ui/forms/text-field';
import { useRequiredText } from '../ui/forms/use-required-text';
import { showError, showSuccess } from '../ui/feedback/toasts';
import { useNow } from '../transfers/use-now';
import { Moment } from '../review/case/case-facts';
import { useStrays, useStrayStep, type StrayStep } from './use-strays';

/** Charges that no transfer has recorded, as after a restore; nothing while there are none. */
export function DeskStrays() {
  const { t } = useTranslation();
  const { roles } = useMe();
  const { data, error, mutate } = useStrays();
  if (!data && error)
    return <ErrorBlock title={t('strays.failed')} error={error} onRetry={() => void mutate()} />;
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={t('strays.title')} aside={<Badge tone="warning">{data.items.length}</Badge>}>
      <Stack gap="xs">
        <Muted>{t('strays.text')}</Muted>
        {!roles.includes('operator') && <Muted>{t('desk.readOnly')}</Muted>}
        {data.items.map((stray) => (
          <Stray key={stray.paymentRef} stray={stray} />
        ))}
      </Stack>
    </Card>
  );
}

const TONES = { open: 'plain', proposed: 'warning', refunding: 'info' } as const;

function Stray({ stray }: { readonly stray: StrayCharge }) {
  const { t } = useTranslation();
  const { roles } = useMe();
  const { paymentRef, transferId, amount, isCharged, chargedAt, state, reason, platform, sender } = stray;
  return (
    <details>
      <Box component="summary" className="fold" fz="sm">
        <span className="wrap-anywhere">
          <strong>
            <Amount value={amount} />
          </strong>{' '}
          <Text span ff="monospace">
            {paymentRef}
          </Text>
        </span>
        <Flex component="span" gap="xs" align="center">
          <Badge tone={TONES[state]}>{t(`strays.states.${state}`)}</Badge>
          <Icon name="chevronDown" size={16} />
        </Flex>
      </Box>
      <Stack gap="md" pb="md">
        <dl className="pairs">
          <div>
            <dt>{t(isCharged ? 'strays.charged' : 'strays.reserved')}</dt>
            <dd>
              <Moment at={chargedAt} />
            </dd>
          </div>
          <div>
            <dt>{t('strays.transfer')}</dt>
            <dd>
              <CopyableId id={transferId} label={t('desk.copyId')} copied={t('desk.idCopied')} />
            </dd>
          </div>
          <div>
            <dt>{t('strays.platform')}</dt>
            <dd>{platform ?? t('strays.notNamed')}</dd>
          </div>
          <div>
            <dt>{t('strays.sender')}</dt>
            <dd>{t(`strays.senders.${sender}`)}</dd>
          </div>
        </dl>
        <StrayFacts stray={stray} />
        {state !== 'open' && (
          <Text fz="sm">
            {t('strays.refundReason')} <b className="wrap-anywhere">{reason}</b>
          </Text>
        )}
        {roles.includes('operator') && <StrayActions key={`${state} ${reason}`} stray={stray} />}
      </Stack>
    </details>
  );
}

/** What the processor and the rail say became of the charge. */
function StrayFacts({ stray: { refunded, disputes, payout } }: { readonly stray: StrayCharge }) {
  const { t, i18n } = useTranslation();
  const money = (amount: string) => formatMoney(amount, i18n.language);
  const facts = [
    ...(centsOf(refunded) > 0 ? [t('strays.refunded', { amount: money(refunded) })] : []),
    ...disputes.map(({ state, amount }) => t(`strays.disputes.${state}`, { amount: money(amount) })),
    ...(payout ? [t(`strays.payouts.${payout.state}`, { reference: payout.reference ?? '' })] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <Box component="ul" className="wrap-anywhere" fz="sm">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </Box>
  );
}

/** One operator asks for the refund, another one agrees to what they read; either closes what was settled elsewhere. */
function StrayActions({ stray }: { readonly stray: StrayCharge }) {
  const { t, i18n } = useTranslation();
  const { uid } = useMe();
  const { refundable, state, proposedBy, reason } = stray;
  const { act, isActing } = useStrayAction(stray);
  const isOwn = proposedBy === uid;
  const isRefundable = centsOf(refundable) > 0;
  return (
    <>
      <UnclaimedHint stray={stray} />
      {state === 'proposed' && isOwn && <Text fz="sm">{t('strays.waitsForSecond')}</Text>}
      {state === 'proposed' && !isOwn && (
        <Stack gap="xs" align="flex-start">
          <Text fz="sm">{t('strays.agreeHint')}</Text>
          <Button
            size="xs"
            tone="primary"
            busy={isActing}
            onClick={() => void act({ step: { path: 'confirm', body: { amount: refundable, reason } } })}
          >
            {t('strays.agree', { amount: formatMoney(refundable, i18n.language) })}
          </Button>
        </Stack>
      )}
      <ReasonedSteps
        canRefund={isRefundable && (state === 'open' || (state === 'proposed' && isOwn))}
        isBusy={isActing}
        subject={stray.paymentRef}
        onStep={(step, onSent) => void act({ step, onSent })}
      />
    </>
  );
}

/** Before a refund: its recipient may still claim the payout. */
function UnclaimedHint({ stray }: { readonly stray: StrayCharge }) {
  const { t } = useTranslation();
  const nowMs = useNow();
  if (centsOf(stray.refundable) === 0 || stray.state === 'refunding' || !mayBeUnclaimed(stray, nowMs))
    return null;
  return <Text fz="sm">{t('strays.mayBeUnclaimed', { days: CLAIM_DAYS })}</Text>;
}

interface ReasonedStepsProps {
  readonly subject: string;
  readonly canRefund: boolean;
  readonly isBusy: boolean;
  readonly onStep: (step: StrayStep, onSent: () => void) => void;
}

/** What needs a reason. */
export function ReasonedSteps({ subject, canRefund, isBusy, onStep }: ReasonedStepsProps) {
  const { t } = useTranslation();
  const { field, take, clear } = useRequiredText(t('strays.reasonRequired'), {
    subject,
    use: 'reason',
    label: t('strays.reason'),
  });
  const step = (path: 'refund' | 'close') => {
    const reason = take();
    if (reason !== null) onStep({ path, body: { reason } }, clear);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        step(canRefund ? 'refund' : 'close');
      }}
    >
      <Stack gap="xs">
        <TextField
          {...field}
          description={t('strays.reasonHint')}
          autoComplete="off"
          maxLength={DIFFERENCE_REASON_MAX_LENGTH}
        />
        <Group gap="xs">
          {canRefund && (
            <Button type="submit" tone="primary" size="xs" busy={isBusy}>
              {t('strays.refund')}
            </Button>
          )}
          <Button
            size="xs"
            busy={isBusy}
            onClick={() => {
              step('close');
            }}
          >
            {t('strays.close')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface TakenStep {
  readonly step: StrayStep;
  readonly onSent?: () => void;
}

function useStrayAction({ paymentRef }: StrayCharge) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const send = useStrayStep(paymentRef);
  const take = async (taken: TakenStep) => {
    await send(taken.step);
    return taken;
  };
  const { trigger, isMutating } = useSend(take, {
    onSuccess: ({ onSent }) => {
      onSent?.();
      showSuccess(t('strays.saved'));
    },
    onError: (problem) => {
      showError(problemText(problem));
    },
  });
  return { act: trigger, isActing: isMutating };
}
