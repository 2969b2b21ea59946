import { readFileSync } from 'node:fs';
import type { I18nService } from 'nestjs-i18n';
import { readConfig } from '../../../config/read-config.js';
import { LOCALES, type Locale } from '../../../kernel/people/accounts.js';
import { MINUTE, TransferLife } from '../../../../../test/support/transfer-life.js';
import { uidOfOptOut } from '../../../http/contract/mail-opt-out.js';
import { receiptCodeOf } from '../../lifecycle/payment/receipt-code.js';
import { initialProgress, progressAfter } from '../../lifecycle/state/progress.rules.js';
import type { Secrets } from '../../../config/runtime.js';
import { MailMessages, type MailReader } from './mail-message.js';
import {
  isLeadMail,
  isOptional,
  MAIL_KINDS,
  TRANSFER_MAIL_KINDS,
  type MailKind,
} from './mail-kinds.rules.js';

type Texts = { readonly [key: string]: string | Texts };

/** The real texts, read and filled in as nestjs-i18n does. */
const texts = {
  translate(key: string, { lang, args }: { lang: Locale; args: Record<string, string> }): string {
    const file = JSON.parse(readFileSync(`api/src/i18n/${lang}/mail.json`, 'utf8')) as Texts;
    const path = key.split('.').slice(1);
    const text = path.reduce<string | Texts>((tree, name) => (tree as Texts)[name] ?? '', file) as string;
    return text.replace(/\{(\w+)\}/g, (_all, name: string) => args[name] ?? '');
  },
} as unknown as I18nService;

const UID = '7f0d2c4e-9d0b-4f6a-8c1e-3b5a7d9f1e2c';
const secrets = {
  keyEncryptionKey: Buffer.alloc(32, 7).toString('base64'),
  blindIndexKey: Buffer.alloc(32, 8).toString('base64'),
} as Secrets;
const messages = new MailMessages(
  readConfig({ PUBLIC_URL: 'https://flip.test', TRUST_PROXY: 'true', ALLOW_SIMULATOR: 'true' }),
  secrets,
  texts,
);
const ana: MailReader = {
  uid: UID,
  email: 'ana@people.example',
  name: 'Ana',
  emailConfirmed: true,
  locale: 'en',
  closedAt: null,
};
/** As of a stranger's address: it is not confirmed. */
const unconfirmed = { name: null, emailConfirmed: false };
const write = (kind: MailKind, locale: Locale, reader: Partial<MailReader> = {}) =>
  messages.write(
    kind,
    { ...ana, locale, ...reader },
    {
      token: kind === 'reset-password' ? 'the-token' : null,
      ...aboutOf(lifeOf(kind)),
      newEmail: 'ana@new.example',
      provider: 'apple',
      card: kind === 'card-expiring' ? { ...visa } : null,
      problem: { number: 'P-5B0C2A77-1C04F2', answer: 'Zelle delivered it on Friday.' },
      signIn:
        kind === 'new-device'
          ? { device: 'Chrome, Windows', createdAtMs: Date.UTC(2026, 10, 24, 19, 40) }
          : null,
      rule: isLeadMail(kind) ? { ...weakened } : null,
    },
  );

/** A transfer, and what its sender reads of it. */
const aboutOf = ({ state, log }: TransferLife) => ({
  transfer: state,
  progress: log.reduce(progressAfter, initialProgress()),
});

const NOTHING_ELSE = {
  token: null,
  newEmail: null,
  provider: null,
  signIn: null,
  problem: null,
  card: null,
  rule: null,
};

const visa = { brand: 'visa', last4: '5556', expMonth: 1, expYear: 2027, funding: 'debit' as const };

const weakened = {
  id: 'pairs',
  name: 'Pairs to new people',
  by: 'Irene Staff',
  atMs: Date.UTC(2026, 10, 24, 19, 40),
};

const TERMS = { ...new TransferLife().of, transferId: '5b0c2a77-1d0f-4c61-9d5e-8f1f0b2c9a10' };

/** A transfer with the history that its mail tells of. */
function lifeOf(kind: MailKind): TransferLife {
  const life = new TransferLife(TERMS);
  if (kind === 'transfer-unpaid') {
    life.pay();
    life.answered('requires_action');
  } else if (kind === 'transfer-declined') {
    life.pay();
    life.answered('declined');
  } else if (kind === 'transfer-expired') {
    life.pay();
    life.answered('requires_action');
    life.wait(31 * MINUTE).elapse();
    life.answered('cancelled');
  } else if (kind === 'transfer-cancelled' || kind === 'transfer-not-completed') {
    life.toAuthorized().cancel(kind === 'transfer-cancelled' ? 'sender' : 'suspicious');
    life.answered('cancelled');
  } else if (kind === 'transfer-delivered') life.toSubmitted().paidOut('delivered');
  else if (kind === 'transfer-receipt') life.toCaptured();
  else life.toSubmitted().paidOut('failed');
  endRefund(kind, life);
  return life;
}

function endRefund(kind: MailKind, life: TransferLife): void {
  if (kind === 'transfer-refunded') life.refunded('completed');
  if (kind === 'transfer-refund-failed' || kind === 'transfer-refund-settled') life.refunded('failed');
  if (kind !== 'transfer-refund-settled') return;
  const paidBack = { type: 'SettleRefund', way: 'check', reference: '1042' } as const;
  life.do({ ...paidBack, operator: 'olga', agrees: false });
  life.do({ ...paidBack, operator: 'omar', agrees: true });
}

/** What a reader sees of the HTML, without the preview line. */
function readable(html: string): string {
  return (
    html
      .replace(/^.*<\/style>/s, '')
      .replace(/<div style="display:none[^>]*>[^<]*<\/div>/, '')
      // The cents of an amount stand next to it.
      .replace(/<span class="t2" style="font-size:24px[^>]*>(\.\d\d)<\/span>/, '$1')
      .replace(/<[^>]+>/g, '\n')
      .replaceAll('&#39;', "'")
  );
}

const every = MAIL_KINDS.flatMap((kind) => LOCALES.map((locale) => [kind, locale] as const));

describe.each(every)('the mail %s in %s', (kind, locale) => {
  const { subject, text, html } = write(kind, locale);

  it('has the same content in plain text and HTML', () => {
    const lines = text.split('\n').filter((line) => line !== '' && !line.includes('/api/mail/unsubscribe'));
    // A row has a label and a value; what leads to a link ends with a colon.
    const said = lines.flatMap((line) => line.replace(/:$/, '').split(': '));
    const title = (TRANSFER_MAIL_KINDS as readonly MailKind[]).includes(kind) ? [] : [subject];
    for (const line of [...title, ...said]) expect(readable(html)).toContain(line);
  });

  it('carries the wordmark, the product colors in light and dark, and its language', () => {
    expect(html).toContain(`<html lang="${locale}">`);
    expect(readable(html)).toMatch(/^\s*Flip\n/);
    expect(html).toContain('background:#0b7a5b');
    expect(html).toContain('prefers-color-scheme:dark');
  });

  it('leaves no placeholder empty or unfilled (ASVS 1.3.7)', () => {
    expect([subject, text, html].join('\n').replace(/<style>.*<\/style>/, '')).not.toMatch(
      /[{}]|undefined|null| {2}\S/,
    );
  });

  it('offers one-click unsubscribe only if the preference applies to it', () => {
    const { headers } = write(kind, locale);
    if (!isOptional(kind)) {
      expect([headers, text.includes('unsubscribe')]).toEqual([{}, false]);
      return;
    }
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const [, link = ''] = /^<(.*)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? [];
    expect(text).toContain(link);
    const { origin, pathname, searchParams } = new URL(link);
    expect([origin, pathname, searchParams.get('lng')]).toEqual([
      'https://flip.test',
      '/api/mail/unsubscribe',
      locale,
    ]);
    expect(uidOfOptOut(searchParams.get('token') ?? '', secrets)).toBe(UID);
  });

  it('loads nothing and leaves no paragraph in the default font', () => {
    expect(html).not.toMatch(/<(img|link|script)|url\(/);
    for (const [, style] of html.matchAll(/<(?:p|h1) [^>]*style="([^"]*)"/g))
      expect(style).toContain('font:');
  });
});

it('has the token of its link where no server receives it', () => {
  const [link] = /https:\S+/.exec(write('reset-password', 'en').text) ?? [];
  expect(link).toBe('https://flip.test/reset#token=the-token');
});

it.each([
  ['en', 'Time: Nov 24, 2026, 2:40\u00a0PM\u00a0EST\nBrowser: Chrome, Windows'],
  ['es', 'Fecha: 24 nov 2026, 2:40\u00a0p.m.\u00a0EST\nNavegador: Chrome, Windows'],
] as const)('states in %s when and in which browser a sign-in happened', (locale, lines) => {
  expect(write('new-device', locale).text).toContain(lines);
});

it('states which rule a lead weakened, who that was and when, and leads to the rule', () => {
  const { text } = write('rule-paused', 'en');
  const rows = ['Rule: Pairs to new people', 'Paused by: Irene Staff', 'Time: Nov 24, 2026, 2:40 PM EST'];
  for (const row of [...rows, 'https://flip.test/compliance/rules/pairs'])
    expect(text.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain(`${row}\n`);
});

describe('a name in a mail', () => {
  it('cannot add markup (ASVS 1.1.2, 1.2.1)', () => {
    const { html } = write('confirm-email', 'en', { name: '<img src=x>' });
    expect(html).toContain('Hi &lt;img src=x&gt;,');
    expect(html).not.toContain('<img');
  });

  it('is omitted when the address is not confirmed', () => {
    expect(write('reset-password', 'en', unconfirmed).text).toMatch(/^Hello,\n/);
    expect(write('reset-password', 'es', unconfirmed).text).toMatch(/^Hola:\n/);
    expect(write('confirm-email', 'en', unconfirmed).text).toMatch(/^Welcome to Flip,\n/);
    expect(write('confirm-email', 'es', unconfirmed).text).toMatch(/^Te damos la bienvenida a Flip:\n/);
  });
});

describe('a mail about a transfer', () => {
  it('shows the amounts, both fees and the total like a receipt, and links to the transfer', () => {
    const { subject, text } = write('transfer-receipt', 'en');
    expect(subject).toBe('Receipt: $126.90 for your transfer to Maya Okafor');
    const rows = [
      'Card: Visa ••••\u00a05556',
      `Receipt code: ${receiptCodeOf(TERMS.transferId, secrets)}`,
      'Amount: $120.00',
      'Flip fee: $3.00',
      'Processing fee: $3.90',
    ];
    for (const line of [...rows, 'Total paid: $126.90']) expect(text).toContain(`${line}\n`);
    expect(text.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain('Paid: Nov 20, 2026, 7:00 AM EST');
    expect(text).toContain(`https://flip.test/transactions/${TERMS.transferId}/receipt\n`);
  });

  it('names when the money usually arrives, as long as that is open', () => {
    const mailed = (life: TransferLife) => {
      const about = {
        token: null,
        newEmail: null,
        ...aboutOf(life),
        provider: null,
        signIn: null,
        problem: null,
        card: null,
        rule: null,
      };
      return messages.write('transfer-receipt', ana, about).text.replaceAll(/[\u202f\u00a0]/g, ' ');
    };
    expect(mailed(lifeOf('transfer-receipt'))).toContain('Usually there by: Nov 20, 2026, 7:10 AM EST\n');
    expect(mailed(lifeOf('transfer-delivered'))).not.toContain('Usually there');
    expect(mailed(lifeOf('transfer-refunded'))).not.toContain('Usually there');
    // A held one reads like any other.
    const held = lifeOf('transfer-receipt');
    held.hold('C-1');
    expect(mailed(held)).toContain('Usually there by: Nov 20, 2026, 7:10 AM EST\n');
  });

  it('names when a refund is usually on the card', () => {
    expect(write('transfer-refunded', 'en').text).toContain('Usually on your card by: Dec 7, 2026\n');
    expect(write('transfer-refunded', 'es').text).toContain('Llegada estimada a tu tarjeta: 7 dic 2026\n');
  });

  it('states why the money comes back, what is returned, and what to do next', () => {
    const { text } = write('transfer-refunded', 'es');
    expect(text).toContain(
      'Venmo no tiene ninguna cuenta con el usuario que escribiste, así que Maya Okafor no recibió nada. Devolvimos $126.90 a tu tarjeta.',
    );
    expect(text).toContain('Corregir el usuario y enviar de nuevo');
  });

  it.each(
    (
      [
        [
          'failed',
          'wrong_handle',
          'Venmo has no account with the handle',
          'Correct the handle and send again',
        ],
        [
          'failed',
          'account_closed',
          'with the handle that you entered is closed',
          'Correct the handle and send again',
        ],
        ['failed', 'blocked', 'Venmo blocked the payment', 'Send to another platform'],
        ['failed', 'limit', 'cannot receive $120.00', 'Send another amount'],
        ['failed', 'other', 'Venmo could not complete your transfer', 'Send again'],
        ['returned', 'expired', 'Nobody claimed your transfer', 'Send again'],
        ['returned', 'recalled', 'Venmo returned it', 'Send again'],
      ] as const
    ).map((row) => [`${row[0]}: ${row[1]}`, ...row] as const),
  )('says why a payout came back and offers what helps: %s', (_, state, reason, why, next) => {
    const life = new TransferLife(TERMS).toSubmitted();
    const of = { payoutRef: 'po_1', providerAt: life.at, cents: life.of.amountCents };
    life.do({ type: 'RecordPayout', outcome: { state, reason, ...of }, refundFees: true });
    life.refunded('completed');
    const { text } = messages.write('transfer-refunded', ana, { ...NOTHING_ELSE, ...aboutOf(life) });
    expect(text).toContain(why);
    expect(text).toContain('We returned $126.90 to your card.');
    expect(text).toContain(`${next}:`);
  });

  it.each([
    ['not_enough_money', 'There was not enough money on your card. Nothing was charged'],
    ['contact_bank', 'Your bank declined your card. Nothing was charged'],
  ] as const)('names a decline of the group %s, and leads to another card', (group, words) => {
    const life = new TransferLife(TERMS);
    life.pay();
    const outcome = { state: 'declined', group, paymentRef: 'pi_1', providerAt: life.at } as const;
    life.do({ type: 'RecordPayment', attempt: 1, outcome });
    const { text } = messages.write('transfer-declined', ana, { ...NOTHING_ELSE, ...aboutOf(life) });
    expect(text).toContain(words);
    expect(text).toContain('Use another card');
    expect(text).toContain(`https://flip.test/payment?transfer=${TERMS.transferId}\n`);
  });

  it('offers nothing after an ending by us', () => {
    const { text } = write('transfer-not-completed', 'en');
    expect(text).toContain('View transfer');
    expect(text).not.toMatch(/again/);
  });

  it.each(LOCALES)('reads the same for any reason to stop the transfer (%s)', (locale) => {
    const { subject, text, html } = write('transfer-not-completed', locale);
    expect([subject, text, html].join()).not.toMatch(
      /suspic|sospech|review|revis|held|hold|reten|compl[iy]|cumpl/i,
    );
  });

  it.each(TRANSFER_MAIL_KINDS)('never shows the full handle (%s)', (kind) => {
    const { text, html } = write(kind, 'en');
    expect(text + html).not.toContain('mayaokafor');
    expect(text).toContain('Venmo\n@m••••\n');
  });

  it('omits everything that a person entered, and the card, when the address may belong to a stranger', () => {
    const { subject, text, html } = write('transfer-receipt', 'en', unconfirmed);
    expect([subject, text, html].join()).not.toMatch(/Maya|@m•|5556|Ana,|Receipt code/);
    expect(subject).toBe('Receipt: $126.90 for your transfer to your recipient');
  });

  it('shows a recipient’s name as it is (ASVS 1.3.11)', () => {
    const life = new TransferLife({ ...TERMS, recipient: '$t(mail.address) {total} <b>$&' });
    const mail = messages.write('transfer-receipt', ana, {
      token: null,
      newEmail: null,
      ...aboutOf(life.toCaptured()),
      provider: null,
      problem: null,
      card: null,
      signIn: null,
      rule: null,
    });
    expect(mail.text).toContain('to $t(mail.address) {total} <b>$&.');
    expect(mail.html).not.toContain('<b>$&');
  });
});
