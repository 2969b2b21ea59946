import { useTranslation } from 'react-i18next';
import {
  HOLD_NOTE_MAX_LENGTH,
  type AttemptItem,
  type CaseDetail,
  type CasePayment,
} from '@kernel/staff/compliance';
import { Group, Text } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { formatMoney, formatMoment } from '../../lib/format';
import { Badge } from '../../ui/feedback/badge';
import { Muted } from '../../ui/parts/text';
import { ReasonStep } from '../reveal/reason-step';
import { useHold } from '../queue/use-cases';
import type { HoldCells } from './attempts-table';

/** A transfer of the case whose payment is held, or can be. */
type Stoppable = AttemptItem & { readonly payment: CasePayment };

const isStoppable = (attempt: AttemptItem): attempt is Stoppable =>
  attempt.payment !== null && (attempt.payment.canHold || attempt.payment.hold !== null);

/** Whether the case holds the payment of an attempt, since when and why; leads hold and release it. */
export const holdCells =
  (detail: CaseDetail) =>
  (attempt: AttemptItem): HoldCells => ({
    state: <HoldState attempt={attempt} detail={detail} />,
    details:
      attempt.payment?.hold || attempt.payment?.isHeldByOthers ? (
        <HoldText payment={attempt.payment} />
      ) : null,
  });

interface HoldStateProps {
  readonly attempt: AttemptItem;
  readonly detail: CaseDetail;
}

function HoldState({ attempt, detail }: HoldStateProps) {
  const { t } = useTranslation();
  const { roles } = useMe();
  if (!isStoppable(attempt)) return <Muted span>{t('compliance.holds.free')}</Muted>;
  const canDecide = attempt.payment.hold !== null || !detail.reviewed;
  return (
    <Group gap="xs">
      {attempt.payment.hold ? (
        <Badge tone="warning" icon="lock">
          {t('compliance.holds.held')}
        </Badge>
      ) : (
        <Muted span>{t('compliance.holds.free')}</Muted>
      )}
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
      subject={transferId}
      step={decision}
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
