import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import { intlLocale, type Locale } from '../kernel/people/accounts.js';
import { DOCUMENT_TIME_ZONE, stampsIn } from '../kernel/money/receipts.js';

type Values = Readonly<Record<string, string | number>>;

/** The texts and formats of documents in one language. */
export interface Texts {
  readonly language: Locale;
  readonly say: (key: string, values?: Values) => string;
  /** "$1,234.50" for "1234.50". */
  readonly money: (amount: string) => string;
  /** "Nov 24, 2026, 2:31 PM" */
  readonly moment: (instant: string) => string;
  /** "2026-11-24 14:31:05", which spreadsheets read as a date. */
  readonly stamp: (instant: string) => string;
  /** "Nov 24" */
  readonly day: (instant: string) => string;
  /** "November 2026", as the beginning of a line. */
  readonly month: (instant: string) => string;
  /** "November 1 – 30, 2026": the days from one instant to before another. */
  readonly days: (from: string, to: string) => string;
}

@Injectable()
export class DocumentTexts {
  constructor(private readonly texts: I18nService) {}

  /** `file` has the texts of one kind of document, `i18n/{language}/{file}.json`. */
  in(language: Locale, file: 'receipts' | 'casefile' = 'receipts'): Texts {
    const locale = intlLocale(language);
    const formatOf = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: DOCUMENT_TIME_ZONE });
    const dates = (options: Intl.DateTimeFormatOptions) => {
      const format = formatOf(options);
      return (instant: string) => format.format(new Date(instant));
    };
    const month = dates({ month: 'long', year: 'numeric' });
    const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
    return {
      language,
      say: (key, values) => this.say(language, `${file}.${key}`, values),
      money: (amount) => dollars.format(Number(amount)),
      moment: dates({ dateStyle: 'medium', timeStyle: 'short' }),
      stamp: stampsIn(DOCUMENT_TIME_ZONE),
      day: dates({ month: 'short', day: 'numeric' }),
      month: (instant) => capitalized(month(instant)),
      days: (from, to) => formatOf({ dateStyle: 'long' }).formatRange(Date.parse(from), Date.parse(to) - 1),
    };
  }

  /** The values are filled in last: what a person entered is not read as a text with placeholders and keys. */
  private say(lang: Locale, key: string, values: Values = {}): string {
    const args = Object.fromEntries(Object.keys(values).map((name) => [name, `{${name}}`]));
    const text: string = this.texts.translate(key, { lang, args });
    return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
