import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import { intlLocale, type Locale } from '../kernel/accounts.js';
import { formatAmount } from '../kernel/money.js';
import { DOCUMENT_TIME_ZONE } from '../kernel/receipts.js';

/** The texts and formats of receipts and statements in one language. */
export interface Words {
  readonly language: Locale;
  readonly say: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** "$1,234.50" for "1234.50" or 123450 cents. */
  readonly money: (amount: string | number) => string;
  /** "Nov 24, 2026, 2:31 PM" */
  readonly moment: (instant: string) => string;
  /** "Nov 24" */
  readonly day: (instant: string) => string;
  /** "November 2026" */
  readonly month: (instant: string) => string;
}

@Injectable()
export class DocumentWords {
  constructor(private readonly texts: I18nService) {}

  in(language: Locale): Words {
    const locale = intlLocale(language);
    const dates = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: DOCUMENT_TIME_ZONE });
      return (instant: string) => format.format(new Date(instant));
    };
    const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
    return {
      language,
      say: (key, args) => this.texts.translate(`receipts.${key}`, { lang: language, ...(args && { args }) }),
      money: (amount) => dollars.format(Number(typeof amount === 'number' ? formatAmount(amount) : amount)),
      moment: dates({ dateStyle: 'medium', timeStyle: 'short' }),
      day: dates({ month: 'short', day: 'numeric' }),
      month: dates({ month: 'long', year: 'numeric' }),
    };
  }
}
