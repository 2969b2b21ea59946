import { useTranslation } from 'react-i18next';
import type { RuleDetail, RuleDraftItem } from '@kernel/staff/rule-views';
import { Text } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { showSuccess } from '../ui/feedback/toasts';
import { KeyHint } from '../review/frame/key-hint';
import { RuleActivation } from './rule-activation';
import { ReasonedRuleStep } from './rule-steps';
import type { RuleBacktest } from './backtests/use-rule-backtest';
import type { RuleEditing } from './editor/use-rule-editing';
import { useKeys } from '../ui/keys/use-keys';
import { useRuleWork } from './use-rules';

interface ActionsProps {
  readonly rule: RuleDetail | null;
  readonly editing: RuleEditing;
  readonly backtest: RuleBacktest;
}

/** What can be done with a rule: its draft is decided about while nothing else is typed, and saved otherwise. */
export function RuleActions({ rule, editing, backtest }: ActionsProps) {
  const decides = rule?.draft && editing.isSaved;
  return (
    <>
      {rule?.draft && <Discard id={rule.id} />}
      <RunButton backtest={backtest} />
      {decides && <DraftSteps rule={rule} draft={rule.draft} />}
      <SaveButton editing={editing} />
    </>
  );
}

function RunButton({ backtest }: Pick<ActionsProps, 'backtest'>) {
  const { t } = useTranslation();
  const isRunning = backtest.isStarting || backtest.data?.state === 'running';
  const key = { key: 'b', text: t('backtest.run'), short: t('rules.keys.backtest'), act: backtest.run };
  useKeys(t('rules.keys.title'), isRunning ? [] : [key]);
  return (
    <Button size="xs" busy={isRunning} busyText={t('backtest.busy')} onClick={backtest.run}>
      {t('backtest.run')}
      <KeyHint>b</KeyHint>
    </Button>
  );
}

function SaveButton({ editing: { isSaved, isSaving, save } }: Pick<ActionsProps, 'editing'>) {
  const { t } = useTranslation();
  const key = { key: 's', text: t('rules.saveDraft'), short: t('rules.keys.save'), act: save };
  useKeys(t('rules.keys.title'), isSaved ? [] : [key]);
  return (
    <Button
      size="xs"
      tone={isSaved ? 'default' : 'primary'}
      busy={isSaving}
      busyText={t('rules.saving')}
      disabled={isSaved}
      onClick={save}
    >
      {t('rules.saveDraft')}
      <KeyHint>s</KeyHint>
    </Button>
  );
}

/** The decision of a lead who is not the one who saved the draft. */
function DraftSteps({ rule, draft }: { readonly rule: RuleDetail; readonly draft: RuleDraftItem }) {
  const { uid, roles } = useMe();
  if (!roles.includes('lead') || draft.by === uid || draft.returned) return null;
  return (
    <>
      <ReasonedRuleStep id={rule.id} step="return" />
      <RuleActivation rule={rule} draft={draft} />
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
      {error !== undefined && (
        <Text span role="alert" c="var(--danger)" fz="sm">
          {problemText(error)}
        </Text>
      )}
      <Button
        size="xs"
        tone="subtle"
        busy={isMutating}
        onClick={() => void trigger({ does: 'draft/discard' })}
      >
        {t('rules.discard')}
      </Button>
    </>
  );
}
