import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error';
import { formatMoney } from '../lib/format';
import { FIELDS, type FieldRefusal, type QuickSendField, type QuickSendRefusals } from './quick-send-rules';

export type FieldTexts = Readonly<Partial<Record<QuickSendField, string>>>;

/** What each field says, by this page's rules or by the server's answer, in the person's language. */
export function useFieldTexts(refusals: QuickSendRefusals, failure: unknown): FieldTexts {
  const { t, i18n } = useTranslation();
  const textOf = ({ text, params = {} }: FieldRefusal): string => {
    const { limit } = params;
    const shown = limit === undefined ? params : { ...params, limit: formatMoney(limit, i18n.language) };
    return t(text, shown);
  };
  const answered = failure instanceof ApiError ? failure.fields : [];
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const own = refusals[field];
      const text = own ? textOf(own) : answered.find((problem) => problem.field === field)?.message;
      return text === undefined ? [] : [[field, text]];
    }),
  );
}
