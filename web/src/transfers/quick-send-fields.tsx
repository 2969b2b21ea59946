import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money';
import type { Allowance } from '@kernel/transfers';
import { formatAmountInput, formatMoneyShort } from '../lib/format';
import { PlatformPicker } from '../ui/platform-picker';
import { TextField } from '../ui/text-field';
import { prefixOf, readAmount, withoutPrefix } from './quick-send-rules';
import type { QuickSendForm } from './use-quick-send';

interface QuickSendFieldsProps {
  readonly form: QuickSendForm;
  readonly allowance: Allowance | undefined;
}

/** Recipient, platform, handle, amount and note. An empty field is reported only when the form is sent. */
export function QuickSendFields({ form, allowance }: QuickSendFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        {...form.field('recipient')}
        label={t('quick.recipient')}
        required
        autoComplete="off"
        autoCapitalize="words"
      />
      <PlatformField form={form} />
      <HandleField form={form} />
      <AmountField form={form} allowance={allowance} />
      <TextField
        {...form.field('note')}
        label={t('quick.note')}
        description={t('quick.noteHint')}
        autoComplete="off"
      />
    </>
  );
}

function PlatformField({ form }: Pick<QuickSendFieldsProps, 'form'>) {
  const { t } = useTranslation();
  const { id, error } = form.field('platform');
  const { platform, handle } = form.values;
  return (
    <PlatformPicker
      id={id}
      label={t('quick.platform')}
      value={platform === '' ? null : platform}
      error={error}
      onChange={(chosen) => {
        form.form.setFieldValue('platform', chosen);
        form.form.setFieldValue('handle', withoutPrefix(chosen, handle));
      }}
    />
  );
}

function HandleField({ form }: Pick<QuickSendFieldsProps, 'form'>) {
  const { t } = useTranslation();
  const { platform, handle } = form.values;
  const field = form.field('handle');
  return (
    <TextField
      {...field}
      label={
        <>
          {t('quick.handle')} {platform && <span className="muted nowrap regular">· {platform}</span>}
        </>
      }
      description={t(`quick.hint.${platform || 'none'}`)}
      prefix={prefixOf(platform, handle)}
      required
      // The keyboard of an address also has the digits of a number.
      inputMode={platform !== '' && prefixOf(platform, '') === undefined ? 'email' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => {
        form.form.setFieldValue('handle', withoutPrefix(platform, event.target.value));
      }}
      onBlur={() => {
        if (platform) field.onBlur();
      }}
    />
  );
}

function AmountField({ form, allowance }: QuickSendFieldsProps) {
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

/** Why the amount will be refused, as far as it is known here; the server decides and records the attempt. */
function useOverLimit(amount: string | null, allowance: Allowance | undefined): string | undefined {
  const { t, i18n } = useTranslation();
  if (amount === null || !allowance) return undefined;
  const { perTransferLimit, remaining } = allowance;
  if (centsOf(amount) > centsOf(perTransferLimit)) {
    return t('landing.calculator.tooMuch', { limit: formatMoneyShort(perTransferLimit, i18n.language) });
  }
  if (remaining === null || centsOf(amount) <= centsOf(remaining)) return undefined;
  return t('limit.exceeded', { remaining });
}
