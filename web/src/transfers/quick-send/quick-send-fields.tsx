import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import { recipientKey, type SavedRecipient } from '@kernel/people/recipients';
import type { Allowance, Transaction } from '@kernel/money/transfers';
import { Box, Stack, Text } from '@mantine/core';
import { formatAmountInput, formatMoneyShort } from '../../lib/format';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { HandleField } from '../../recipients/handle-field';
import { LookAlikeWarning } from '../../recipients/look-alike-warning';
import { RecipientNameField } from '../../recipients/recipient-name-field';
import type { LookAlikeState } from '../../recipients/use-look-alike';
import { Button } from '../../ui/forms/button';
import { Chip } from '../../ui/parts/chip';
import { PlatformPicker } from '../../ui/forms/platform-picker';
import { TextField } from '../../ui/forms/text-field';
import type { PendingPayment } from '../payment/pending-payment';
import { PickedRecipient } from './picked-recipient';
import { isFilledIn, readAmount, readRecipient, withoutPrefix } from './quick-send-rules';
import { useForesight } from '../limits/use-foresight';
import type { QuickSendForm } from './use-quick-send';

interface QuickSendFieldsProps {
  readonly form: QuickSendForm;
  readonly allowance: Allowance | undefined;
  readonly saved: readonly SavedRecipient[];
  readonly recent: readonly (Transaction | PendingPayment)[];
  readonly lookAlike: LookAlikeState;
  /** Known people are offered above the fields. */
  readonly people: boolean;
  /** The dialog around the form gives the amount the focus. */
  readonly autoFocusAmount: boolean;
}

/** Who gets it, how much, and a note. An empty field is reported only when the form is sent. */
export function QuickSendFields({
  form,
  allowance,
  saved,
  recent,
  lookAlike,
  people,
  autoFocusAmount,
}: QuickSendFieldsProps) {
  const shown = useRecipientView({ form, saved, recent, lookAlike, people });
  return (
    <>
      {shown === 'line' && <PickedRecipient form={form} />}
      {shown === 'fields' && <RecipientFields form={form} saved={saved} lookAlike={lookAlike} />}
      <AmountField form={form} allowance={allowance} autoFocusAmount={autoFocusAmount} />
    </>
  );
}

/**
 * The fields of the recipient, one line in place of them for a known recipient, or nothing while the people above them are
 * still to choose from. What is wrong or doubtful about a recipient is shown in its fields.
 */
function useRecipientView({
  form,
  saved,
  recent,
  lookAlike,
  people,
}: Omit<QuickSendFieldsProps, 'allowance' | 'autoFocusAmount'>): 'fields' | 'line' | 'none' {
  const wrong = (['recipient', 'platform', 'handle'] as const).some((name) => form.field(name).error);
  if (form.isOpened || wrong || lookAlike.warning) return 'fields';
  if (people && isEmpty(form.values)) return 'none';
  return isKnown(form.values, [...saved, ...recent]) ? 'line' : 'fields';
}

const isEmpty = ({ recipient, platform, handle }: QuickSendForm['values']): boolean =>
  [recipient, platform, handle].every((value) => value === '');

function isKnown(
  values: QuickSendForm['values'],
  known: readonly Parameters<typeof recipientKey>[0][],
): boolean {
  const named = readRecipient(values);
  if (!named?.name) return false;
  const key = recipientKey(named);
  return known.some((one) => recipientKey(one) === key);
}

/** The note opens on request: most sends have none. */
export function NoteField({ form }: Pick<QuickSendFieldsProps, 'form'>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && form.values.note === '')
    return (
      <Button
        tone="subtle"
        size="sm"
        icon="plus"
        px={0}
        onClick={() => {
          flushSync(() => {
            setOpen(true);
          });
          form.focus('note');
        }}
      >
        {t('quick.addNote')}
      </Button>
    );
  return (
    <TextField
      {...form.field('note')}
      label={t('quick.note')}
      description={t('quick.noteHint')}
      autoComplete="off"
      w="100%"
      mb="md"
    />
  );
}

/** Name, platform and handle, and what they are easily taken for. */
function RecipientFields({
  form,
  saved,
  lookAlike,
}: Pick<QuickSendFieldsProps, 'form' | 'saved' | 'lookAlike'>) {
  const { t } = useTranslation();
  const { recipient, platform, handle } = form.values;
  const { warning } = lookAlike;
  return (
    <Stack gap="lg" onFocus={form.keepOpen} onBlur={lookAlike.onFieldLeft}>
      <RecipientNameField
        field={form.field('recipient')}
        name={recipient}
        saved={saved.filter((known) => !isFilledIn(known, form.values))}
        onChoose={(chosen) => {
          form.fillIn({ ...chosen, recipient: chosen.name });
        }}
      />
      <PlatformField form={form} />
      <HandleField
        platform={platform}
        field={form.field('handle')}
        value={handle}
        label={
          <>
            {t('quick.handle')}{' '}
            {platform && (
              <Text span className="nowrap" c="dimmed" fw={400}>
                · {platform}
              </Text>
            )}
          </>
        }
        onChange={(typed) => {
          form.form.setFieldValue('handle', typed);
        }}
      />
      {warning && (
        <LookAlikeWarning
          {...warning}
          reminders={lookAlike.reminders}
          onTake={() => {
            const { likeness, known } = warning.found;
            if (likeness === 'name') form.form.setFieldValue('recipient', known.name);
            else form.form.setFieldValue('handle', withoutPrefix(warning.typed.platform, known.handle));
          }}
          onKeep={lookAlike.keep}
        />
      )}
    </Stack>
  );
}

function PlatformField({ form }: Pick<QuickSendFieldsProps, 'form'>) {
  const { t } = useTranslation();
  const { platform, handle } = form.values;
  return (
    <PlatformPicker
      {...form.field('platform')}
      label={t('quick.platform')}
      value={platform === '' ? null : platform}
      onChange={(chosen) => {
        form.form.setFieldValue('platform', chosen);
        form.form.setFieldValue('handle', withoutPrefix(chosen, handle));
      }}
    />
  );
}

function AmountField({
  form,
  allowance,
  autoFocusAmount,
}: Pick<QuickSendFieldsProps, 'form' | 'allowance' | 'autoFocusAmount'>) {
  const { t, i18n } = useTranslation();
  const field = form.field('amount');
  const amount = readAmount(form.values.amount);
  const limitText = useOverLimit(amount, allowance);
  return (
    <div>
      <TextField
        {...field}
        data-autofocus={autoFocusAmount || undefined}
        // Where the form loads after its dialog has opened.
        autoFocus={autoFocusAmount}
        label={t('quick.amount')}
        // The server's refusal is shown below the form, with the options.
        error={field.error ?? (form.failure === null ? limitText : undefined)}
        prefix="$"
        suffix={t('quick.currency')}
        money
        placeholder={t('quick.placeholder')}
        required
        inputMode="decimal"
        autoComplete="off"
        onBlur={() => {
          if (amount !== null) form.form.setFieldValue('amount', formatAmountInput(amount, i18n.language));
          field.onBlur();
        }}
      />
      {form.values.amount === '' && <AllThatRemains form={form} allowance={allowance} />}
    </div>
  );
}

/** Fills in what remains of the week, while nothing is typed. */
function AllThatRemains({ form, allowance }: Pick<QuickSendFieldsProps, 'form' | 'allowance'>) {
  const { t, i18n } = useTranslation();
  const minimum = useFeeSchedule().data?.minimum;
  const remaining = allowance?.remaining ?? null;
  if (remaining === null || minimum === undefined || centsOf(remaining) < centsOf(minimum)) return null;
  return (
    <Box mt="xs">
      <Chip
        onClick={() => {
          form.form.setFieldValue('amount', formatAmountInput(remaining, i18n.language));
          form.focus('amount');
        }}
      >
        {t('quick.allThatRemains', { amount: formatMoneyShort(remaining, i18n.language) })}
      </Chip>
    </Box>
  );
}

/** Why the amount will be refused, as far as the browser knows; the server decides and records the attempt. */
function useOverLimit(amount: string | null, allowance: Allowance | undefined): string | undefined {
  const { t, i18n } = useTranslation();
  const { forAmount } = useForesight();
  if (amount === null || !allowance) return undefined;
  const { perTransferLimit, remaining } = allowance;
  if (centsOf(amount) > centsOf(perTransferLimit)) {
    return t('landing.calculator.tooMuch', { limit: formatMoneyShort(perTransferLimit, i18n.language) });
  }
  if (remaining === null || centsOf(amount) <= centsOf(remaining)) return undefined;
  const exceeded = t('limit.exceeded', { remaining });
  const foresight = forAmount(amount, allowance);
  return foresight === null ? exceeded : `${exceeded} ${foresight}`;
}
