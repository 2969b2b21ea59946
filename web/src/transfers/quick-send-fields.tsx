import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money';
import type { SavedRecipient } from '@kernel/recipients';
import type { Allowance, Transaction } from '@kernel/transfers';
import { formatAmountInput, formatMoneyShort } from '../lib/format';
import { HandleField } from '../recipients/handle-field';
import { LookAlikeWarning } from '../recipients/look-alike-warning';
import { RecipientNameField } from '../recipients/recipient-name-field';
import type { LookAlikeState } from '../recipients/use-look-alike';
import { Button } from '../ui/button';
import { PlatformPicker } from '../ui/platform-picker';
import { TextField } from '../ui/text-field';
import { useNarrow } from '../ui/use-narrow';
import type { PendingPayment } from './pending-payment';
import { PickedRecipient } from './picked-recipient';
import { readAmount, withoutPrefix } from './quick-send-rules';
import { useForesight } from './use-foresight';
import type { QuickSendForm } from './use-quick-send';

interface QuickSendFieldsProps {
  readonly form: QuickSendForm;
  readonly allowance: Allowance | undefined;
  readonly saved: readonly SavedRecipient[];
  readonly recent: readonly (Transaction | PendingPayment)[];
  readonly lookAlike: LookAlikeState;
}

/** Recipient, platform, handle, amount and note. An empty field is reported only when the form is sent. */
export function QuickSendFields({ form, allowance, saved, recent, lookAlike }: QuickSendFieldsProps) {
  const narrow = useNarrow();
  const errors = (['recipient', 'platform', 'handle'] as const).some((name) => form.field(name).error);
  // On a phone the fields of a picked recipient would only push the amount below the fold.
  const folded = narrow && form.isPicked && !errors && !lookAlike.warning;
  return (
    <>
      {folded ? (
        <PickedRecipient form={form} recent={recent} />
      ) : (
        <RecipientFields form={form} saved={saved} lookAlike={lookAlike} />
      )}
      <AmountField form={form} allowance={allowance} />
      <NoteField form={form} folded={folded} />
    </>
  );
}

/** On a phone the note of a picked recipient opens on request: most sends have none. */
function NoteField({ form, folded }: Pick<QuickSendFieldsProps, 'form'> & { readonly folded: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (folded && !isOpen && form.values.note === '')
    return (
      <Button
        tone="subtle"
        size="sm"
        icon="plus"
        className="quick-add-note"
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
    />
  );
}

/** Name, platform and handle, and what they are easily taken for. */
function RecipientFields({ form, saved, lookAlike }: Omit<QuickSendFieldsProps, 'allowance' | 'recent'>) {
  const { t } = useTranslation();
  const { recipient, platform, handle } = form.values;
  const { warning } = lookAlike;
  return (
    <div className="stack-24" onBlur={lookAlike.onFieldLeft}>
      <RecipientNameField
        field={form.field('recipient')}
        name={recipient}
        saved={saved}
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
            {t('quick.handle')} {platform && <span className="muted nowrap regular">· {platform}</span>}
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
    </div>
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

function AmountField({ form, allowance }: Pick<QuickSendFieldsProps, 'form' | 'allowance'>) {
  const { t, i18n } = useTranslation();
  const field = form.field('amount');
  const amount = readAmount(form.values.amount);
  const limitText = useOverLimit(amount, allowance);
  return (
    <TextField
      {...field}
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
