import { useTranslation } from 'react-i18next';
import { DIFFERENCE_REASON_MAX_LENGTH, type DeskDifference } from '@kernel/money/payouts';
import { Stack, Text } from '@mantine/core';
import { Button } from '../ui/forms/button';
import { TextField } from '../ui/forms/text-field';
import { useRequiredText } from '../ui/forms/use-required-text';
import { Moment } from '../review/case/case-facts';
import type { TaskActionProps } from './use-task-step';

/** What the log and a provider record, and since when that is known. */
export function DifferenceFacts({ difference }: { readonly difference: DeskDifference }) {
  const { t } = useTranslation();
  const { about, recorded, found, since } = difference;
  return (
    <div>
      <p>
        <b>{t(`desk.differences.${about}`)}</b>, <Moment at={since} />
      </p>
      <p className="wrap-anywhere">{t('desk.recorded', { text: recorded })}</p>
      <p className="wrap-anywhere">{t('desk.found', { text: found })}</p>
      <Text c="dimmed">{t(`desk.differenceTodo.${about}`)}</Text>
    </div>
  );
}

interface CloseDifferenceProps extends TaskActionProps {
  readonly difference: DeskDifference;
}

/** Closes a difference as it was read, with what it was and what was done about it. */
export function CloseDifference({ task, difference, isBusy, onStep }: CloseDifferenceProps) {
  const { t } = useTranslation();
  const { about, found } = difference;
  const { field, take, clear } = useRequiredText(t('desk.closeReasonRequired'), {
    subject: task.transferId,
    use: `difference ${about}`,
    label: t('desk.closeReason', { what: t(`desk.differences.${about}`) }),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const reason = take();
        if (reason !== null) onStep({ path: 'close', body: { about, found, reason } }, clear);
      }}
    >
      <Stack gap="xs">
        <TextField {...field} autoComplete="off" maxLength={DIFFERENCE_REASON_MAX_LENGTH} />
        <Button block type="submit" tone="primary" size="xs" busy={isBusy}>
          {t('desk.close')}
        </Button>
      </Stack>
    </form>
  );
}
