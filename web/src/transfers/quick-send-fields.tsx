import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money';
import type { Allowance } from '@kernel/transfers';
import { formatAmountInput } from '../lib/format';
import { PlatformPicker } from '../ui/platform-picker';
import { TextField } from '../ui/text-field';
import { prefixOf, readAmount, withoutPrefix } from './quick-send-rules';
import type { FieldTexts } from './use-field-texts';
import type { QuickSendForm } from './use-quick-send';

interface QuickSendFieldsProps {
  readonly form: QuickSendForm;
  readonly texts: FieldTexts;
  readonly allowance: Allowance | undefined;
}

/** Who, where and how much. */
export function QuickSendFields({ form, texts, allowance }: QuickSendFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        id="quick-recipient"
        label={t('quick.recipient')}
        error={texts.recipient}
        value={form.values.recipient}
        required
        autoComplete="off"
        autoCapitalize="words"
        onChange={(event) => {
          form.change({ recipient: event.target.value });
        }}
        onBlur={() => {
          if (form.values.recipient !== '') form.leave('recipient');
        }}
      />
      <PlatformPicker
        id="quick-platform"
        label={t('quick.platform')}
        value={form.values.platform}
        error={texts.platform}
        onChange={(platform) => {
          form.change({ platform, handle: withoutPrefix(platform, form.values.handle) });
        }}
      />
      <HandleField form={form} error={texts.handle} />
      <AmountField form={form} error={texts.amount} allowance={allowance} />
    </>
  );
}

function HandleField({ form, error }: { readonly form: QuickSendForm; readonly error: string | undefined }) {
  const { t } = useTranslation();
  const { platform, handle } = form.values;
  return (
    <TextField
      id="quick-handle"
      label={
        <>
          {t('quick.handle')} {platform && <span className="label-platform">· {platform}</span>}
        </>
      }
      hint={t(`quick.hint.${platform ?? 'none'}`)}
      error={error}
      prefix={prefixOf(platform, handle)}
      value={handle}
      required
      // The keyboard of an address also has the digits of a number.
      inputMode={platform !== null && prefixOf(platform, '') === undefined ? 'email' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => {
        form.change({ handle: withoutPrefix(platform, event.target.value) });
      }}
      onBlur={() => {
        if (handle !== '' && platform) form.leave('handle');
      }}
    />
  );
}

function AmountField({
  form,
  error,
  allowance,
}: {
  readonly form: QuickSendForm;
  readonly error: string | undefined;
  readonly allowance: Allowance | undefined;
}) {
  const { t, i18n } = useTranslation();
  const over = overLimit(readAmount(form.values.amount), allowance);
  // The refusal of the server says the same below, with what can be done.
  const limitText = over && form.failure === null ? t('limit.exceeded', { remaining: over }) : undefined;
  return (
    <TextField
      id="quick-amount"
      label={t('quick.amount')}
      error={error ?? limitText}
      prefix="$"
      suffix={t('quick.currency')}
      money
      value={form.values.amount}
      placeholder={t('quick.placeholder')}
      required
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => {
        form.change({ amount: event.target.value });
      }}
      onBlur={() => {
        const amount = readAmount(form.values.amount);
        if (amount !== null) form.change({ amount: formatAmountInput(amount, i18n.language) });
        if (form.values.amount !== '') form.leave('amount');
      }}
    />
  );
}

/** What remains when the amount is over it; the server decides, this only says so early. */
function overLimit(amount: string | null, allowance: Allowance | undefined): string | null {
  const remaining = allowance?.remaining ?? null;
  if (amount === null || remaining === null) return null;
  return centsOf(amount) > centsOf(remaining) ? remaining : null;
}
