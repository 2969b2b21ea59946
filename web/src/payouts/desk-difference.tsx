import { useTranslation } from 'react-i18next';
import { DIFFERENCE_REASON_MAX_LENGTH, type DeskDifference } from '@kernel/money/payouts';
import { Stack, Text } from '@mantine/core';
import { Button } from '../ui/forms/button';
import { TextField } from '../ui/forms/text-field';
import { useRequiredText } from '../ui/forms/use-required-text';
import { Moment } from '../review/case/case-facts';
import type { DeskStep } from './use-desk';

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

interface CloseDifferenceProps {
  readonly difference: DeskDifference;
  readonly isBusy: boolean;
  readonly onStep: (step: DeskStep) => void;
}

/** Closes a difference as it was read, with what it was and what was done about it. */
export function CloseDifference({ difference, isBusy, onStep }: CloseDifferenceProps) {
  const { t } = useTranslation();
  const { field, take } = useRequiredText(t('desk.closeReasonRequired'));
  const { about, found } = difference;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const reason = take();
        if (reason !== null) onStep({ path: 'close', body: { about, found, reason } });
      }}
    >
      <Stack gap="xs">
        <TextField
          {...field}
          label={t('desk.closeReason', { what: t(`desk.differences.${about}`) })}
          autoComplete="off"
          maxLength={DIFFERENCE_REASON_MAX_LENGTH}
        />
        <Button block type="submit" tone="primary" size="xs" busy={isBusy}>
          {t('desk.close')}
        </Button>
      </Stack>
    </form>
  );
}
