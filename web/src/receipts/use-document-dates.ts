import { useTranslation } from 'react-i18next';
import { intlLocale } from '@kernel/people/accounts';
import { DOCUMENT_TIME_ZONE } from '@kernel/money/receipts';

/** Times of receipts and statements, in the time zone of Flip's office as in their PDF files. */
export function useDocumentDates() {
  const { i18n } = useTranslation();
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlLocale(i18n.language), { ...options, timeZone: DOCUMENT_TIME_ZONE });
  return {
    /** "Nov 24, 2026, 2:31 PM" */
    moment: (instant: string) =>
      formatOf({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant)),
    /** "Nov 24" */
    day: (instant: string) => formatOf({ month: 'short', day: 'numeric' }).format(new Date(instant)),
    /** "November 1 – 30, 2026": the days from one instant to before another. */
    days: (from: string, to: string) =>
      formatOf({ dateStyle: 'long' }).formatRange(Date.parse(from), Date.parse(to) - 1),
  };
}
