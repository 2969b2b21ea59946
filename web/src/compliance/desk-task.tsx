import { useTranslation } from 'react-i18next';
import { DESK_CONFIRMATIONS, type DeskConfirmation, type DeskTask } from '@kernel/payouts';
import { useMe } from '../accounts/use-session';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Amount } from '../ui/amount';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { CopyableId } from '../ui/copyable-id';
import { PlatformTile } from '../ui/platform-tile';
import { showError, showSuccess } from '../ui/toasts';
import { Moment } from './case-facts';
import { CloseDifference, DifferenceFacts } from './desk-difference';
import { DeskRecipient } from './desk-recipient';
import { OutcomeForms } from './desk-outcome';
import { TaskBadge } from './desk-table';
import { useDeskStep, type DeskStep } from './use-desk';

/** One task: who gets how much, what is known, and what an operator can do about it. */
export function DeskTaskCard({ task }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  const { roles } = useMe();
  return (
    <Card
      focused
      sign={<PlatformTile platform={task.platform} size={32} />}
      title={task.platform}
      aside={<CopyableId id={task.transferId} label={t('desk.copyId')} copied={t('desk.idCopied')} />}
    >
      <div className="stack-16">
        <div>
          <Amount value={task.amount} size="lg" />
          <p>
            <TaskBadge task={task} />
          </p>
        </div>
        <TaskHistory task={task} />
        {roles.includes('operator') ? (
          <>
            <DeskRecipient task={task} />
            <TaskActions task={task} />
          </>
        ) : (
          <p className="muted t14">{t('desk.readOnly')}</p>
        )}
      </div>
    </Card>
  );
}

/** What has happened to the payout so far. */
function TaskHistory({ task }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  const { kind, operator, submittedAt, proposal, problems, differences, platform, route } = task;
  return (
    <div className="stack-8 t14">
      {operator && submittedAt && (
        <p>
          {t('desk.claimedBy', { name: operator.name })}, <Moment at={submittedAt} />
        </p>
      )}
      {proposal && (
        <p>
          {t(`desk.proposed.${proposal.outcome}`, { name: proposal.operator.name })}{' '}
          <b className="wrap-anywhere">
            {proposal.outcome === 'failed' ? t(`desk.reasons.${proposal.reference}`) : proposal.reference}
          </b>
          {proposal.words !== '' && <q className="wrap-anywhere"> {proposal.words}</q>}
        </p>
      )}
      <DisputedNotice task={task} />
      {kind === 'problem' &&
        problems.map(({ number, text }) => (
          <p key={number} className="as-typed">
            <b>{number}</b>
            <br />
            {text}
          </p>
        ))}
      {differences.map((difference) => (
        <DifferenceFacts key={difference.about} difference={difference} />
      ))}
      <p className="muted">
        {t(`desk.texts.${kind}`, { platform: route === 'paypal' ? 'PayPal' : platform })}
      </p>
    </div>
  );
}

/** Whoever has claimed a payout may not have made it yet. */
function DisputedNotice({ task: { isDisputed, kind } }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  if (!isDisputed || (kind !== 'outcome' && kind !== 'unknown')) return null;
  return (
    <p>
      <b>{t('desk.disputed')}</b>
    </p>
  );
}

const CONFIRMED: readonly string[] = DESK_CONFIRMATIONS;

/** The actions that an operator can take now. */
function TaskActions({ task }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  const { uid } = useMe();
  const { kind, transferId, proposal } = task;
  const { act, isActing } = useTaskAction(transferId);
  const isOwn = proposal?.operator.id === uid;
  const step = (next: DeskStep) => () => void act(next);
  const button = { block: true, size: 'sm', busy: isActing } as const;
  if (kind === 'claim')
    return (
      <Button {...button} tone="primary" onClick={step({ path: 'claim' })}>
        {t('desk.claim')}
      </Button>
    );
  return (
    <>
      {CONFIRMED.includes(kind) && !isOwn && (
        <Button {...button} tone="primary" onClick={step({ path: 'confirm', body: whatWasRead(task) })}>
          {t(`desk.confirm.${kind}`)}
        </Button>
      )}
      {task.differences.map((difference) => (
        <CloseDifference
          key={`${difference.about} ${difference.found}`}
          difference={difference}
          isBusy={isActing}
          onStep={(next) => void act(next)}
        />
      ))}
      {isOwn && <p className="t14">{t('desk.waitsForSecond')}</p>}
      {(kind === 'outcome' || kind === 'unknown' || isOwn) && (
        <OutcomeForms task={task} isBusy={isActing} onStep={(next) => void act(next)} />
      )}
      {canBeReleased(task) && (
        <div>
          <Button {...button} onClick={step({ path: 'release' })}>
            {t('desk.release')}
          </Button>
          <p className="muted t12">{t('desk.releaseHint')}</p>
        </div>
      )}
    </>
  );
}

/** Somebody claimed it or reported an outcome, and nobody has settled it. */
const canBeReleased = ({ kind, proposal, operator }: DeskTask): boolean =>
  proposal !== null || (operator !== null && (kind === 'outcome' || kind === 'unknown'));

/** What an operator confirms, as it is on the screen. */
function whatWasRead({ kind, proposal, problems }: DeskTask) {
  const confirmed = { kind: kind as DeskConfirmation };
  if (kind === 'problem') return { ...confirmed, problems: problems.map(({ number }) => number) };
  if (!proposal) return confirmed;
  const { outcome, reference, words } = proposal;
  return outcome === 'delivered'
    ? { ...confirmed, outcome, reference }
    : { ...confirmed, outcome, reason: reference, words };
}

function useTaskAction(transferId: string) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { trigger, isMutating } = useSend(useDeskStep(), {
    onSuccess: () => {
      showSuccess(t('desk.saved'));
    },
    onError: (problem) => {
      showError(problemText(problem));
    },
  });
  return { act: (step: DeskStep) => trigger({ ...step, transferId }), isActing: isMutating };
}
