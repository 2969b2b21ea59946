import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RECIPIENT_MAX_LENGTH } from '@kernel/money/transfers';
import type { Platform } from '@kernel/money/platforms';
import type { Recipient, SaveRecipientRequest } from '@kernel/people/recipients';
import { Group, SimpleGrid, Stack } from '@mantine/core';
import { RECIPIENT_CHECKS, readRecipient, withoutPrefix } from '../transfers/quick-send/quick-send-rules';
import { Button } from '../ui/forms/button';
import { ErrorSummary } from '../ui/forms/error-summary';
import { PlatformPicker } from '../ui/forms/platform-picker';
import { TextField } from '../ui/forms/text-field';
import { showSuccess } from '../ui/feedback/toasts';
import { useCheckedForm } from '../ui/forms/use-checked-form';
import { HandleField } from './handle-field';
import { SaveProblem } from './save-problem';
import { Muted } from '../ui/parts/text';

interface RecipientFormProps {
  /** Start of the fields' ids. */
  readonly id: string;
  /** The recipient to change (the platform stays); null adds one. */
  readonly recipient: Recipient | null;
  readonly onSave: (recipient: SaveRecipientRequest) => Promise<void>;
  readonly onCancel: () => void;
  /** What else can be done with the recipient. */
  readonly children?: ReactNode;
}

/** Name, platform and handle of a recipient, as they will be saved. */
export function RecipientForm({ id, recipient, onSave, onCancel, children }: RecipientFormProps) {
  const { t } = useTranslation();
  const { form, busy, attempt, problem, field, summary, submit, onSubmit } = useRecipientForm(
    id,
    recipient,
    onSave,
  );
  const { platform, handle } = form.values;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <ErrorSummary items={summary} attempt={attempt} />
        {recipient === null && (
          <PlatformPicker
            {...field('platform')}
            label={t('quick.platform')}
            value={platform === '' ? null : platform}
            onChange={(chosen) => {
              form.setFieldValue('platform', chosen);
              form.setFieldValue('handle', withoutPrefix(chosen, handle));
            }}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextField
            {...field('name')}
            label={t('recipients.name')}
            required
            autoComplete="off"
            autoCapitalize="words"
            autoFocus
          />
          <HandleField
            platform={platform}
            field={field('handle')}
            value={handle}
            label={platform === '' ? t('recipients.handle') : t('recipients.handleOn', { platform })}
            onChange={(typed) => {
              form.setFieldValue('handle', typed);
            }}
          />
        </SimpleGrid>
        {recipient && <Muted>{t('recipients.pastKeep')}</Muted>}
        {problem !== null && (
          <SaveProblem
            problem={problem}
            onConfirm={() => {
              submit({ ...form.values, confirmSimilar: true });
            }}
          />
        )}
        <Group gap="xs">
          <Button type="submit" size="sm" busy={busy} busyText={t('profile.saving')}>
            {t('profile.save')}
          </Button>
          <Button tone="subtle" size="sm" onClick={onCancel}>
            {t('recipients.cancel')}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}

const { recipient: checkName, platform, handle } = RECIPIENT_CHECKS;

/** An interface would not be a record of fields, which a form requires. */
type Values = {
  platform: Platform | '';
  name: string;
  handle: string;
  confirmSimilar: boolean;
};

function useRecipientForm(id: string, recipient: Recipient | null, onSave: RecipientFormProps['onSave']) {
  const { t } = useTranslation();
  const [sent, setSent] = useState('');
  const initialValues: Values = {
    // In the order of the fields, which the error summary follows.
    platform: recipient?.platform ?? '',
    name: recipient?.name ?? '',
    handle: recipient ? withoutPrefix(recipient.platform, recipient.handle) : '',
    confirmSimilar: false,
  };
  const checked = useCheckedForm<Values>({
    name: id,
    initialValues,
    checks: { name: checkName, platform, handle },
    params: { max: RECIPIENT_MAX_LENGTH },
    send: async (values) => {
      const read = readRecipient({ ...values, recipient: values.name });
      if (!read) throw new Error('A checked form cannot be read');
      setSent(textOf(values));
      await onSave({ ...read, ...(values.confirmSimilar && { confirmSimilar: true }) });
      showSuccess(t('recipients.savedNow', { name: read.name }));
      return undefined;
    },
  });
  // What was refused is not what the form says once it was changed.
  const problem = textOf(checked.form.values) === sent ? checked.problem : null;
  return { ...checked, problem };
}

function textOf({ name, platform, handle }: Values): string {
  return [name, platform, handle].join('\n');
}
