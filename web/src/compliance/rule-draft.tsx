import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleDetail, RuleDraftItem } from '@kernel/rule-views';
import { REVIEW_ROLES } from '@kernel/accounts';
import { useStepUp } from '../accounts/step-up';
import { useMe } from '../accounts/use-session';
import { ApiError } from '../lib/api-error';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { showSuccess } from '../ui/toasts';
import { Moment } from './case-facts';
import { RuleDifferences } from './rule-differences';
import { RuleStepText } from './rule-log';
import { ReasonedRuleStep } from './rule-steps';
import { useRuleWords } from './use-rule-words';
import { useRuleWork } from './use-rules';

interface DraftProps {
  readonly rule: RuleDetail;
  readonly draft: RuleDraftItem;
}

/** A draft that waits for a lead who is not the one who saved it. */
export function RuleDraftCard({ rule, draft }: DraftProps) {
  const { t } = useTranslation();
  const version = (rule.versions[0]?.version ?? 0) + 1;
  return (
    <Card title={t('rules.draftTitle', { version })}>
      <div className="stack-16">
        <DraftWords {...{ rule, draft }} />
        <p className="muted t14">
          {draft.name !== null && `${draft.name} · `}
          <Moment at={draft.at} />
        </p>
        {draft.returned && (
          <Notice tone="warning" icon="alert">
            <p>{t('rules.returnedBy', { name: draft.returned.name ?? '' })}</p>
            <p className="as-typed">{draft.returned.reason}</p>
          </Notice>
        )}
        <DraftSteps {...{ rule, draft }} />
      </div>
    </Card>
  );
}

/** What the reader can do with a draft, or who can. */
function DraftSteps({ rule, draft }: DraftProps) {
  const { t } = useTranslation();
  const { uid, roles } = useMe();
  const isOwn = draft.by === uid;
  const canDraft = REVIEW_ROLES.some((role) => roles.includes(role));
  const canDecide = roles.includes('lead') && !isOwn && !draft.returned;
  return (
    <>
      <div className="flow">
        {canDecide && <Activation rule={rule} draft={draft} />}
        {canDecide && <ReasonedRuleStep id={rule.id} step="return" />}
        {canDraft && <Discard id={rule.id} />}
      </div>
      {!canDecide && !draft.returned && (
        <p className="muted t14">{t(isOwn ? 'rules.waitsForOther' : 'rules.leadDecides')}</p>
      )}
    </>
  );
}

function DraftWords({ rule, draft }: DraftProps) {
  const { sentence } = useRuleWords();
  const before = rule.versions[0]?.definition;
  return (
    <>
      <p>{sentence(draft.definition)}</p>
      {before && <RuleDifferences before={before} after={draft.definition} />}
    </>
  );
}

function Discard({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { trigger, isMutating, error } = useSend(useRuleWork(id), {
    onSuccess: () => {
      showSuccess(t('rules.draftDiscarded'));
    },
  });
  return (
    <>
      <Button
        size="xs"
        tone="subtle"
        busy={isMutating}
        onClick={() => void trigger({ does: 'draft/discard' })}
      >
        {t('rules.discard')}
      </Button>
      {error !== undefined && <span role="alert">{problemText(error)}</span>}
    </>
  );
}

/** Puts the draft in force as it is shown, after a recent code. */
function Activation({ rule, draft }: DraftProps) {
  const version = (rule.versions[0]?.version ?? 0) + 1;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const stepUp = useStepUp();
  const work = useRuleWork(rule.id);
  const close = () => {
    setOpen(false);
  };
  const activate = (draftRevision: number) =>
    stepUp.run(() => work({ does: 'activate', body: { draftRevision } }));
  const { trigger, isMutating, error, reset } = useSend(activate, {
    onSuccess: () => {
      showSuccess(t('rules.activated', { version }));
      close();
    },
  });
  // The draft that was read when the dialog opened: another one is refused.
  const [read, setRead] = useState<number>(-1);
  const label = t('rules.activate', { version });
  return (
    <>
      <Button
        size="xs"
        tone="primary"
        onClick={() => {
          reset();
          setRead(rule.draftRevision ?? -1);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <Dialog
        place="center"
        open={open}
        onClose={close}
        title={t('rules.activateTitle', { name: draft.definition.name, version })}
        actions={
          <>
            <Button onClick={close}>{t('rules.cancel')}</Button>
            <Button
              tone="primary"
              busy={isMutating}
              busyText={t('rules.saving')}
              onClick={() => void trigger(read)}
            >
              {label}
            </Button>
          </>
        }
      >
        <div className="stack-16">
          <DraftWords {...{ rule, draft }} />
          <p className="muted t14">{t('rules.fromNowOn')}</p>
          <RuleConflict error={error} steps={rule.steps} />
        </div>
      </Dialog>
      {stepUp.dialog}
    </>
  );
}

/** Why a decision was refused; for one on what is out of date, what others have done since. */
function RuleConflict({ error, steps }: { readonly error: unknown; readonly steps: RuleDetail['steps'] }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  if (error === undefined) return null;
  const changes = error instanceof ApiError ? error.changes : [];
  const done = steps.filter((step) => changes.some(({ type, at }) => step.type === type && step.at === at));
  return (
    <Notice tone={changes.length > 0 ? 'warning' : 'danger'} icon="alert" role="alert">
      <p>{problemText(error)}</p>
      {done.length > 0 && (
        <ul aria-label={t('rules.whatChanged')}>
          {done.map((step) => (
            <li key={`${step.type} ${step.at}`}>
              <RuleStepText step={step} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
