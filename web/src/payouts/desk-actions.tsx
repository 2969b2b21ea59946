import { useTranslation } from 'react-i18next';
import { PAYOUT_FAILURES, type DeskTask } from '@kernel/money/payouts';
import { Text } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { formatMoney } from '../lib/format';
import { Button } from '../ui/forms/button';
import { Fine } from '../ui/parts/text';
import { AnswerProblem } from './desk-answer';
import { CloseDifference } from './desk-difference';
import { OutcomeForms } from './desk-outcome';
import { Folded, RefundActions } from './desk-refund';
import { useTaskStep, type TaskActionProps } from './use-task-step';

interface DeskActionsProps {
  readonly task: DeskTask;
  /** The recipient is on the screen. */
  readonly isShown: boolean;
}

/** The actions of an operator on a task now. */
export function DeskActions({ task, isShown }: DeskActionsProps) {
  const { act, isActing } = useTaskStep();
  const actions: TaskActionProps = {
    task,
    isBusy: isActing,
    onStep: (step, onSent) => {
      act(task, step, onSent);
    },
  };
  return (
    <>
      <MainAction {...actions} isShown={isShown} />
      {task.differences.map((difference) => (
        <CloseDifference
          key={`${difference.about} ${difference.found}`}
          difference={difference}
          {...actions}
        />
      ))}
      <WaysBack {...actions} isShown={isShown} />
    </>
  );
}

/** The action of the task's kind. */
function MainAction({ isShown, ...actions }: TaskActionProps & Pick<DeskActionsProps, 'isShown'>) {
  const { t } = useTranslation();
  const { task, isBusy, onStep } = actions;
  const button = { block: true, size: 'xs', tone: 'primary', busy: isBusy } as const;
  switch (task.kind) {
    case 'claim':
      return (
        <Button
          {...button}
          onClick={() => {
            onStep({ path: 'claim' });
          }}
        >
          {t('desk.claim')}
        </Button>
      );
    case 'outcome':
    case 'unknown':
      return <OutcomeForms {...actions} />;
    case 'second_person':
      return <Agreement {...actions} isShown={isShown} />;
    case 'problem':
      return <AnswerProblem {...actions} />;
    case 'refund':
      return <RefundActions {...actions} />;
    case 'contradiction':
    case 'lost':
      return (
        <Button {...button} onClick={confirming(task, onStep)}>
          {t(`desk.confirm.${task.kind}`)}
        </Button>
      );
    default:
      return null;
  }
}

/** A loss is booked as it is on the screen. */
const confirming =
  ({ loss }: DeskTask, onStep: TaskActionProps['onStep']) =>
  () => {
    const body = loss ? ({ kind: 'lost', loss: loss.amount } as const) : ({ kind: 'contradiction' } as const);
    onStep({ path: 'confirm', body });
  };

/** Agrees to exactly what is on the screen, once the recipient is too; its reporter can correct it. */
function Agreement({ task, isBusy, onStep, isShown }: TaskActionProps & Pick<DeskActionsProps, 'isShown'>) {
  const { t, i18n } = useTranslation();
  const { uid } = useMe();
  const { proposal } = task;
  if (!proposal) return null;
  if (proposal.operator.id === uid)
    return (
      <>
        <Text fz="sm">{t('desk.waitsForSecond')}</Text>
        <Folded text={t('desk.correct')}>
          <OutcomeForms task={task} isBusy={isBusy} onStep={onStep} />
        </Folded>
      </>
    );
  if (!isShown) return null;
  const { outcome, reference, words } = proposal;
  const reason = PAYOUT_FAILURES.find((one) => one === reference);
  const read = outcome === 'delivered' ? { reference } : { words, ...(reason && { reason }) };
  return (
    <Button
      block
      size="xs"
      tone="primary"
      busy={isBusy}
      onClick={() => {
        onStep({ path: 'confirm', body: { kind: 'second_person', outcome, ...read } });
      }}
    >
      {t(`desk.agree.${outcome}`, { amount: formatMoney(task.amount, i18n.language) })}
    </Button>
  );
}

/** Out of a claim or a report: given back while nothing was sent, otherwise released to be looked up. */
function WaysBack({ task, isBusy, onStep, isShown }: TaskActionProps & Pick<DeskActionsProps, 'isShown'>) {
  const { t } = useTranslation();
  const { uid } = useMe();
  const button = { block: true, size: 'xs', busy: isBusy } as const;
  const mayHavePaid = task.needsSecondPerson && (isShown || task.seenAt !== null);
  const isOwnClaim = task.operator?.id === uid && task.proposal === null && isSettlable(task);
  return (
    <>
      {isOwnClaim && !mayHavePaid && (
        <div>
          <Button
            {...button}
            onClick={() => {
              onStep({ path: 'give-back' });
            }}
          >
            {t('desk.giveBack')}
          </Button>
          <Fine mt={4}>{t('desk.giveBackHint')}</Fine>
        </div>
      )}
      {canBeReleased(task) && (
        <div>
          <Button
            {...button}
            onClick={() => {
              onStep({ path: 'release' });
            }}
          >
            {t('desk.release')}
          </Button>
          <Fine mt={4}>{t(task.kind === 'refund' ? 'desk.releaseRefundHint' : 'desk.releaseHint')}</Fine>
        </div>
      )}
    </>
  );
}

const isSettlable = ({ kind, route }: DeskTask): boolean =>
  route === 'desk' && (kind === 'outcome' || kind === 'unknown');

/** Claimed, or with a reported outcome, and not settled. */
const canBeReleased = (task: DeskTask): boolean =>
  task.kind === 'second_person' ||
  (task.kind === 'refund' && task.refund?.settlement != null) ||
  (task.operator !== null && isSettlable(task));
