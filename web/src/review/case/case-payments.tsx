import { useTranslation } from 'react-i18next';
import {
  HOLD_NOTE_MAX_LENGTH,
  type AttemptItem,
  type CaseDetail,
  type CasePayment,
} from '@kernel/staff/compliance';
import { Flex, Group, Text } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { formatMoney, formatMoment } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Badge } from '../../ui/feedback/badge';
import { Card } from '../../ui/parts/card';
import { Muted } from '../../ui/parts/text';
import { ReasonStep } from '../reveal/reason-step';
import { useHold } from '../queue/use-cases';

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
    <Card title={t('compliance.holds.title')} aside={<Muted span>{t('compliance.holds.secret')}</Muted>}>
      <Flex component="ul" direction="column" gap="md">
        {payments.map((attempt) => (
          <li key={attempt.transferId}>
            <Payment attempt={attempt} detail={detail} />
          </li>
        ))}
      </Flex>
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
    <Group className="case-payment" gap="xs" justify="space-between">
      <div>
        <p>
          <b>
            <Amount value={amount} />
          </b>{' '}
          {recipient} ·{' '}
          <Text span ff="monospace" fz="sm">
            {transferId.slice(0, 8)}
          </Text>{' '}
          <Badge tone={payment.hold ? 'warning' : 'plain'} icon={payment.hold ? 'lock' : 'clock'}>
            {t(payment.hold ? 'compliance.holds.held' : 'compliance.holds.free')}
          </Badge>
        </p>
        <HoldText payment={payment} />
      </div>
      {roles.includes('lead') && canDecide && <DecisionButton attempt={attempt} caseId={detail.id} />}
    </Group>
  );
}

/** Who holds it, since when, why, and until when. */
function HoldText({ payment: { hold, isHeldByOthers } }: { readonly payment: CasePayment }) {
  const { t, i18n } = useTranslation();
  const moment = (at: string) => formatMoment(at, i18n.language);
  return (
    <>
      {hold && (
        <Muted>
          {t(`compliance.holds.by.${hold.by}`, { name: hold.name ?? '', at: moment(hold.at) })} ·{' '}
          {t('compliance.holds.until', { at: moment(hold.endsAt) })}
        </Muted>
      )}
      {hold && hold.note !== '' && (
        <Text className="as-typed" fz="sm">
          {hold.note}
        </Text>
      )}
      {isHeldByOthers && <Muted>{t('compliance.holds.others')}</Muted>}
    </>
  );
}

interface DecisionProps {
  readonly attempt: Stoppable;
  readonly caseId: string;
}

/** Holds the payment, or releases it. */
function DecisionButton({
  attempt: { payment, amount: value, recipient, transferId },
  caseId,
}: DecisionProps) {
  const { t, i18n } = useTranslation();
  const { decide, reload } = useHold(caseId);
  const decision = payment.hold ? 'release' : 'hold';
  const amount = formatMoney(value, i18n.language);
  return (
    <ReasonStep
      texts={{
        button: t(`compliance.holds.${decision}.button`),
        buttonLabel: t(`compliance.holds.${decision}.label`, { amount, recipient }),
        title: t(`compliance.holds.${decision}.title`, { amount }),
        text: t(`compliance.holds.${decision}.text`),
        label: t('compliance.holds.note'),
        hint: t('compliance.holds.noteHint'),
        required: t('compliance.holds.noteRequired'),
        done: t(`compliance.holds.${decision}.done`),
        back: t('compliance.holds.back'),
        busy: t('compliance.holds.busy'),
      }}
      maxLength={HOLD_NOTE_MAX_LENGTH}
      sendTone={decision === 'hold' ? 'danger' : 'primary'}
      send={(note) => decide({ decision, transferId, note })}
      // Only then: while a refusal is read, the payment stays in place.
      onGiveUp={reload}
    />
  );
}
