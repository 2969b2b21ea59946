import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import { arrivalTable } from '../../../config/arrival-settings.js';
import { Config, publicUrl } from '../../../config/config.js';
import { optOutUrl } from '../../../http/contract/mail-opt-out.js';
import { receiptCodeOf } from '../../lifecycle/payment/receipt-code.js';
import { Secrets } from '../../../config/runtime.js';
import { type Locale, PROVIDER_NAMES, UNKNOWN_DEVICE } from '../../../kernel/people/accounts.js';
import { cardText } from '../../../kernel/money/cards.js';
import type { TransferProgress } from '../../../kernel/money/transfers.js';
import { yearsAfter } from '../../../kernel/people/retention.rules.js';
import type { LifecycleState } from '../../lifecycle/state/lifecycle-state.rules.js';
import { endingOf } from '../../../kernel/money/endings.js';
import { buttonOf } from './mail-button.js';
import type { MailSubject } from './mail-subject.js';
import { whyOf } from './mail-endings.js';
import { htmlMail, plainMail } from './mail-layout.js';
import type { PanelRow, TransferPanel } from './mail-panel.js';
import { isOptional, isTransferMail, type MailKind, type TransferMailKind } from './mail-kinds.rules.js';
import {
  mailDay,
  mailMonth,
  mailTime,
  TRANSFER_VIEWS,
  transferFacts,
  type TransferFacts,
} from './transfer-mail.js';

/** The recipient of a mail. */
export interface MailReader {
  readonly uid: string;
  readonly email: string;
  /** How to greet; null while the address is unconfirmed, so that a stranger gets no text of a caller's. */
  readonly name: string | null;
  readonly emailConfirmed: boolean;
  readonly locale: Locale;
  /** Null while the account is open. */
  readonly closedAt: string | null;
}

/** A rendered mail; plain text and HTML have the same content. */
export interface MailMessage {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Values in texts. They are put in last: translated along with the text, their `$t(…)` would be expanded. */
const VALUES = [
  ...(['name', 'provider', 'recipient', 'amount', 'total', 'refund'] as const),
  ...(['platform', 'why', 'offer'] as const),
  ...(['way', 'number', 'answer', 'savedCard', 'enrolmentCode', 'keptUntil', 'newEmail'] as const),
] as const;
type Values = Readonly<Partial<Record<(typeof VALUES)[number], string>>>;
const PLACES = Object.fromEntries(VALUES.map((value) => [value, `{${value}}`]));

/** Renders mails in the recipient's language. */
@Injectable()
export class MailMessages {
  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly texts: I18nService,
  ) {}

  /** @throws Error for a mail about a transfer without one */
  write(kind: MailKind, reader: MailReader, subject: MailSubject): MailMessage {
    const { token, transfer } = subject;
    const { locale } = reader;
    const facts =
      transfer &&
      transferFacts(transfer, {
        ...reader,
        code: this.codeOf(transfer),
        arrival: arrivalTable(this.config),
      });
    const isTyped = kind === 'second-factor-code';
    const button = buttonOf(kind, isTyped ? { ...subject, token: null } : subject, {
      isClosed: reader.closedAt !== null,
      origin: publicUrl(this.config),
    });
    const say = this.speaker(reader, { ...subject, facts, enrolmentCode: isTyped ? token : null });
    const optOut = isOptional(kind) ? optOutUrl(this.config, this.secrets, reader) : null;
    const content = {
      locale,
      subject: say(`${kind}.subject`),
      greeting: say(greetingOf(kind, reader)),
      text: say(`${kind}.text`),
      panel: isTransferMail(kind) ? panelOf(kind, facts, say) : null,
      rows: rowsOf(subject, locale, (name) => say(`${kind}.rows.${name}`)),
      action: say(button.action),
      link: button.link,
      linkLead: say('linkLead'),
      note: say(`${kind}.note`),
      end: [say('contact'), say('address'), say('neverAsks')],
      optOut: optOut === null ? null : { why: say('optOut.why'), action: say('optOut.action'), link: optOut },
    };
    return {
      from: this.config.MAIL_FROM,
      to: reader.email,
      subject: content.subject,
      text: plainMail(content),
      html: htmlMail(content),
      headers: optOut === null ? {} : oneClick(optOut),
    };
  }

  /** The texts in the reader's language, with their values. */
  private speaker(
    { locale, name, closedAt }: MailReader,
    {
      facts,
      progress,
      provider,
      problem,
      card,
      newEmail,
      enrolmentCode,
    }: Pick<MailSubject, 'progress' | 'provider' | 'problem' | 'card' | 'newEmail'> & {
      readonly facts: TransferFacts | null;
      /** To be typed. */
      readonly enrolmentCode: string | null;
    },
  ): (key: string) => string {
    const { SUPPORT_EMAIL: email, SUPPORT_PHONE: phone } = this.config;
    const args = { ...PLACES, email, phone };
    const translated = (key: string): string => this.texts.translate(`mail.${key}`, { lang: locale, args });
    const values: Values = {
      ...(name !== null && { name }),
      ...(closedAt !== null && {
        keptUntil: mailDay(yearsAfter(closedAt, this.config.RETENTION_YEARS), locale),
      }),
      ...(provider && { provider: PROVIDER_NAMES[provider] }),
      ...(problem ?? {}),
      ...(card && { savedCard: cardText(card) }),
      ...(newEmail !== null && { newEmail }),
      ...(enrolmentCode !== null && { enrolmentCode }),
      ...(facts && transferValues(facts, translated)),
    };
    const filled = (key: string, by: Values): string =>
      translated(key).replace(/\{(\w+)\}/g, (_all, value: string) => by[value as keyof Values] ?? '');
    const all: Values = { ...values, ...(progress && reasons(progress, (key) => filled(key, values))) };
    return (key) => filled(key, all);
  }

  private codeOf({ terms }: LifecycleState): string | null {
    return terms && receiptCodeOf(terms.transferId, this.secrets);
  }
}

/** A name is not written to an address that may be a stranger's; who has just signed up is welcomed. */
function greetingOf(kind: MailKind, { name }: MailReader): string {
  if (name !== null) return 'greeting';
  return kind === 'confirm-email' ? 'greetingNew' : 'greetingUnnamed';
}

function transferValues(facts: TransferFacts, translated: (key: string) => string): Values {
  return {
    ...facts,
    recipient: facts.recipient ?? translated('someone'),
    way: facts.way === null ? '' : translated(`ways.${facts.way}`),
  };
}

/** Why a transfer ended or its card was declined, and after a decline that it can still be paid. */
function reasons(progress: TransferProgress, say: (key: string) => string): Values {
  const why = whyOf(progress);
  if (why === null) return {};
  return { why: say(why), offer: endingOf(progress) ? '' : ` ${say('declines.offer')}` };
}

/** For the button of mail programs (RFC 2369, RFC 8058). */
function oneClick(url: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Facts of a mail about the account. */
function rowsOf(
  { signIn, card, rule }: MailSubject,
  locale: Locale,
  label: (name: string) => string,
): readonly PanelRow[] {
  if (signIn) return signInRows(signIn, locale, label);
  if (rule)
    return [
      { label: label('rule'), value: rule.name },
      { label: label('by'), value: rule.by },
      { label: label('at'), value: mailTime(rule.atMs, locale) },
    ];
  if (!card) return [];
  return [
    { label: label('card'), value: cardText(card) },
    { label: label('through'), value: mailMonth(card, locale) },
  ];
}

/** Time and browser, by which users recognize their own sign-in. */
function signInRows(
  { device, createdAtMs }: NonNullable<MailSubject['signIn']>,
  locale: Locale,
  label: (name: string) => string,
): readonly PanelRow[] {
  const browser = device === UNKNOWN_DEVICE ? [] : [{ label: label('device'), value: device }];
  return [{ label: label('at'), value: mailTime(createdAtMs, locale) }, ...browser];
}

function panelOf(
  kind: TransferMailKind,
  facts: TransferFacts | null,
  say: (key: string) => string,
): TransferPanel {
  if (!facts) throw new Error(`${kind} is about a transfer that was never to be paid`);
  const { tone, large, rows, sum } = TRANSFER_VIEWS[kind];
  const { platform, handle } = facts;
  const row = (fact: typeof large) => ({ label: say(`${kind}.rows.${fact}`), value: facts[fact] ?? '' });
  return {
    tone,
    badge: say(`${kind}.badge`),
    amount: facts[large] ?? '',
    platform,
    handle,
    rows: rows.filter((fact) => facts[fact] !== null).map(row),
    sum: sum && row(sum),
  };
}
