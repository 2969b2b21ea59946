import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import { Config, publicUrl } from '../../config/config.js';
import type { Locale } from '../../kernel/accounts.js';
import { htmlMail, plainMail } from './mail-layout.js';
import type { MailKind } from './mail.saga.js';

/** The recipient of a mail. */
export interface MailReader {
  readonly email: string;
  /** How to greet; null while nobody has confirmed the address, so that a stranger gets no text of a caller's. */
  readonly name: string | null;
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
  'new-device': '/forgot',
  'sessions-ended': '/forgot',
  'identity-linked': '/forgot',
  'social-account': '/reset',
};

/** The place of the name in a translated greeting. */
const NAME = '{name}';

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
    const args = { name: NAME, email, phone };
    const say = (key: string): string => this.texts.translate(`mail.${key}`, { lang: reader.locale, args });
    const content = {
      locale: reader.locale,
      subject: say(`${kind}.subject`),
      // The name is put in last: translated along with the text, its `$t(…)` would be expanded.
      greeting:
        reader.name === null
          ? say('greetingUnnamed')
          : say('greeting').replace(NAME, () => reader.name ?? ''),
      text: say(`${kind}.text`),
      action: say(`${kind}.action`),
      link: this.link(kind, token),
      linkLead: say('linkLead'),
      note: say(`${kind}.note`),
      end: [say('contact'), say('address'), say('neverAsks')],
    };
    return {
      from,
      to: reader.email,
      subject: content.subject,
      text: plainMail(content),
      html: htmlMail(content),
    };
  }

  private link(kind: MailKind, token: string | null): string {
    const url = new URL(PATHS[kind], publicUrl(this.config));
    // Behind #, so that no server or proxy on the way logs it.
    if (token !== null) url.hash = `token=${token}`;
    return url.href;
  }
}
