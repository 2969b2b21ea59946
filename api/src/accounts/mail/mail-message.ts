import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import { Config, publicUrl } from '../../config/config.js';
import type { Locale } from '../../kernel/accounts.js';
import type { MailKind } from './mail.saga.js';

/** The recipient of a mail. */
export interface MailReader {
  readonly email: string;
  readonly firstName: string;
  readonly locale: Locale;
}

/** A rendered mail; plain text and HTML have the same content. */
export interface MailMessage {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Paths in the web application of the buttons in mails. */
const PATHS: Readonly<Record<MailKind, string>> = {
  'confirm-email': '/confirm',
  'reset-password': '/reset',
  'password-changed': '/forgot',
};

/** Renders mails in the recipient's language. */
@Injectable()
export class MailMessages {
  constructor(
    private readonly config: Config,
    private readonly texts: I18nService,
  ) {}

  /** `token` is added to the link; null for a mail without one. */
  write(kind: MailKind, reader: MailReader, token: string | null): MailMessage {
    const { SUPPORT_EMAIL: email, SUPPORT_PHONE: phone, MAIL_FROM: from } = this.config;
    const args = { firstName: reader.firstName, email, phone };
    const say = (key: string): string => this.texts.translate(`mail.${key}`, { lang: reader.locale, args });
    const parts = {
      greeting: say('greeting'),
      text: say(`${kind}.text`),
      action: say(`${kind}.action`),
      link: this.link(kind, token),
      note: say(`${kind}.note`),
      end: `${say('contact')}\n${say('signature')}`,
    };
    const subject = say(`${kind}.subject`);
    return {
      from,
      to: reader.email,
      subject,
      text: plain(parts),
      html: html(parts, { subject, locale: reader.locale }),
    };
  }

  private link(kind: MailKind, token: string | null): string {
    const url = new URL(PATHS[kind], publicUrl(this.config));
    if (token !== null) url.searchParams.set('token', token);
    return url.href;
  }
}

interface Parts {
  readonly greeting: string;
  readonly text: string;
  readonly action: string;
  readonly link: string;
  readonly note: string;
  readonly end: string;
}

function plain({ greeting, text, action, link, note, end }: Parts): string {
  return [greeting, text, `${action}:\n${link}`, note, end].join('\n\n') + '\n';
}

function html(parts: Parts, { subject, locale }: { subject: string; locale: Locale }): string {
  const { greeting, text, action, link, note, end } = parts;
  const paragraph = (content: string) => `<p>${escaped(content).replaceAll('\n', '<br>')}</p>`;
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5d4e;color:#ffffff;text-decoration:none';
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:560px;margin:auto">',
    paragraph(greeting),
    paragraph(text),
    `<p><a href="${escaped(link)}" style="${button}">${escaped(action)}</a></p>`,
    paragraph(note),
    paragraph(end),
    '</body></html>',
  ].join('');
}

/** Escapes a text for HTML, since names can contain any character. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
