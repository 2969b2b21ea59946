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
  const { kind, operator, submittedAt, proposal, problems, platform, route } = task;
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
      {kind === 'problem' &&
        problems.map(({ number, text }) => (
          <p key={number} className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
            <b>{number}</b>
            <br />
            {text}
          </p>
        ))}
      <p className="muted">
        {t(`desk.texts.${kind}`, { platform: route === 'paypal' ? 'PayPal' : platform })}
      </p>
    </div>
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
  if (kind === 'claim')
    return (
      <Button block tone="primary" size="sm" busy={isActing} onClick={() => void act({ path: 'claim' })}>
        {t('desk.claim')}
      </Button>
    );
  return (
    <>
      {CONFIRMED.includes(kind) && !isOwn && (
        <Button
          block
          tone="primary"
          size="sm"
          busy={isActing}
          onClick={() =>
            void act({
              path: 'confirm',
              body: { kind: kind as DeskConfirmation, ...(proposal && agreedOutcome(proposal)) },
            })
          }
        >
          {t(`desk.confirm.${kind}`)}
        </Button>
      )}
      {isOwn && <p className="t14">{t('desk.waitsForSecond')}</p>}
      {(kind === 'outcome' || kind === 'unknown' || kind === 'second_person') && (
        <OutcomeForms task={task} isBusy={isActing} onStep={(step) => void act(step)} />
      )}
    </>
  );
}

/** What a second person agrees to. */
const agreedOutcome = ({ outcome, reference, words }: NonNullable<DeskTask['proposal']>) => ({
  outcome,
  reference,
  words,
});

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
