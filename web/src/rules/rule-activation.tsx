import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleDetail, RuleDraftItem } from '@kernel/staff/rule-views';
import { Stack } from '@mantine/core';
import { ApiError } from '../lib/api/api-error';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { Dialog } from '../ui/feedback/dialog';
import { Notice } from '../ui/feedback/notice';
import { showSuccess } from '../ui/feedback/toasts';
import { RuleDifferences } from './rule-differences';
import { RuleStepText } from './rule-log';
import { RuleTrial } from './backtests/rule-trial';
import { useRuleTrial } from './backtests/use-rule-trial';
import { useRuleWords } from './editor/use-rule-words';
import { useRuleName, useRuleWork } from './use-rules';
import { Muted } from '../ui/parts/text';

interface ActivationProps {
  readonly rule: RuleDetail;
  readonly draft: RuleDraftItem;
}

/** Puts the draft in force as it is shown, after a look at the last month and a recent code. */
export function RuleActivation({ rule, draft }: ActivationProps) {
  const { t } = useTranslation();
  const version = (rule.versions[0]?.version ?? 0) + 1;
  // The draft that was read when the dialog opened: another one is refused.
  const [read, setRead] = useState<number | null>(null);
  return (
    <>
      <Button
        size="xs"
        tone="primary"
        onClick={() => {
          setRead(rule.draftRevision ?? -1);
        }}
      >
        {t('rules.activate', { version })}
      </Button>
      {read !== null && (
        <ActivationDialog
          {...{ rule, draft, version, read }}
          onClose={() => {
            setRead(null);
          }}
        />
      )}
    </>
  );
}

interface DialogProps extends ActivationProps {
  readonly version: number;
  readonly read: number;
  readonly onClose: () => void;
}

function ActivationDialog({ rule, draft, version, read, onClose }: DialogProps) {
  const { t } = useTranslation();
  const name = useRuleName(rule.id);
  const work = useRuleWork(rule.id);
  const { trial, leave } = useRuleTrial(rule, draft.definition);
  const [isSure, setIsSure] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const close = () => {
    leave();
    onClose();
  };
  const { trigger, isMutating, error } = useSend(
    () => work({ does: 'activate', body: { draftRevision: read } }),
    {
      onSuccess: () => {
        showSuccess(t('rules.activated', { version }));
        close();
      },
    },
  );
  const isRunning = trial.state === 'running';
  const needsCare = trial.state === 'done' && trial.isTooOften;
  return (
    <Dialog
      place="center"
      open
      onClose={close}
      title={t('rules.activateTitle', { name, version })}
      actions={
        <>
          <Button onClick={close}>{t('rules.cancel')}</Button>
          <Button
            tone="primary"
            busy={isMutating || isRunning}
            busyText={t(isRunning ? 'rules.trial.busy' : 'rules.saving')}
            onClick={() => {
              setIsAsked(true);
              if (!needsCare || isSure) void trigger();
            }}
          >
            {t('rules.activate', { version })}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <DraftWords {...{ rule, draft }} />
        <RuleTrial trial={trial} isSure={isSure} onSure={setIsSure} isMissing={isAsked && !isSure} />
        <Muted>{t('rules.fromNowOn')}</Muted>
        <RuleConflict error={error} steps={rule.steps} />
      </Stack>
    </Dialog>
  );
}

function DraftWords({ rule, draft }: ActivationProps) {
  const { sentence } = useRuleWords();
  const before = rule.versions[0]?.definition;
  return (
    <>
      <p>{sentence(draft.definition)}</p>
      {before && <RuleDifferences before={before} after={draft.definition} />}
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
