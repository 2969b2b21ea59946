import { useTranslation } from 'react-i18next';
import {
  DESK_REFERENCE_MAX_LENGTH,
  PAYOUT_FAILURES,
  PLATFORM_MESSAGE_MAX_LENGTH,
} from '@kernel/money/payouts';
import { pastedLine } from '@kernel/text/pasted-text';
import { Stack } from '@mantine/core';
import { Button } from '../ui/forms/button';
import { useDraft } from '../ui/forms/drafts';
import { SelectField } from '../ui/forms/select-field';
import { TextField } from '../ui/forms/text-field';
import { useRequiredChoice } from '../ui/forms/use-required-choice';
import { useRequiredText } from '../ui/forms/use-required-text';
import type { TaskActionProps } from './use-task-step';

/** The outcome of a payout: delivered with the platform's reference, or not sent with a reason. */
export function OutcomeForms(props: TaskActionProps) {
  return (
    <>
      <Delivered {...props} />
      <NotSent {...props} />
    </>
  );
}

function Delivered({ task: { transferId, kind, platform }, isBusy, onStep }: TaskActionProps) {
  const { t } = useTranslation();
  const { field, take, clear } = useRequiredText(t('desk.referenceRequired'), {
    subject: transferId,
    use: 'reference',
    label: t('desk.reference', { platform }),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const reference = take();
        if (reference !== null)
          onStep({ path: 'delivered', body: { reference: pastedLine(reference) } }, clear);
      }}
    >
      <Stack gap="xs">
        <TextField {...field} autoComplete="off" maxLength={DESK_REFERENCE_MAX_LENGTH} />
        <Button block type="submit" tone={kind === 'outcome' ? 'primary' : 'default'} size="xs" busy={isBusy}>
          {t(kind === 'unknown' ? 'desk.arrived' : 'desk.delivered')}
        </Button>
      </Stack>
    </form>
  );
}

function NotSent({ task: { transferId, kind, platform }, isBusy, onStep }: TaskActionProps) {
  const { t } = useTranslation();
  const { field, take } = useRequiredChoice(PAYOUT_FAILURES, t('desk.reasonRequired'));
  const words = useDraft({ subject: transferId, use: 'words', label: t('desk.words', { platform }) });
  const clear = () => {
    words.set('');
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const reason = take();
        if (reason !== null) onStep({ path: 'failed', body: { reason, words: words.text.trim() } }, clear);
      }}
    >
      <Stack gap="md">
        <SelectField
          {...field}
          label={t('desk.notSent')}
          placeholder={t('desk.chooseReason')}
          description={t('desk.notSentHint')}
          data={PAYOUT_FAILURES.map((value) => ({ value, label: t(`desk.reasons.${value}`) }))}
        />
        <TextField
          label={t('desk.words', { platform })}
          description={t('desk.wordsHint')}
          autoComplete="off"
          maxLength={PLATFORM_MESSAGE_MAX_LENGTH}
          value={words.text}
          onChange={(event) => {
            words.set(event.target.value);
          }}
        />
        <Button block type="submit" tone="danger" size="xs" busy={isBusy}>
          {t(kind === 'unknown' ? 'desk.notArrived' : 'desk.failedToPay')}
        </Button>
      </Stack>
    </form>
  );
}
