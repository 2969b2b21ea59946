import { normalizeHandle } from './handles.js';
import type { Platform } from '../money/platforms.js';

const phone = '+13365550142';
const email = 'maya@mail.example';

/** As contacts, chats, pages and mail programs put it into the clipboard. */
const PASTED: readonly (readonly [from: string, platform: Platform, text: string, value: string])[] = [
  ['a contact with marks of direction', 'Zelle', '\u202d(336) 555-0142\u202c', phone],
  ['a contact on a device that reads from right to left', 'Zelle', '\u2068+1 336 555 0142\u2069', phone],
  ['a chat with no-break spaces', 'Zelle', '+1\u00a0336\u00a0555\u00a00142', phone],
  ['a chat with no-break hyphens', 'Zelle', '\u200e+1 336\u2011555\u20110142', phone],
  ['a page with dashes', 'PayPal', '336\u2013555\u20130142', phone],
  ['a page with a minus', 'PayPal', '336\u2212555\u22120142', phone],
  ['a table with a tab', 'PayPal', '336\t555 0142\t', phone],
  ['a link of a number', 'Apple Pay', 'tel:+1-336-555-0142', phone],
  ['a sentence', 'Apple Pay', '336-555-0142.', phone],
  ['a keyboard with wide digits', 'Zelle', '３３６－５５５－０１４２', phone],
  ['a chat with marks', 'Zelle', `\u2068${email}\u2069`, email],
  ['a page that may break it', 'Zelle', 'maya@\u200bmail.\u00adexample', email],
  ['a link of an address', 'PayPal', `mailto:${email}?subject=Hello`, email],
  ['a mail program', 'PayPal', `Maya Okafor <${email}>`, email],
  ['the recipients of a mail', 'PayPal', `"Okafor, Maya" <${email}>,`, email],
  ['a list', 'Apple Pay', `${email}, `, email],
  ['quotation marks', 'Apple Pay', `“${email}”`, email],
  ['plain quotation marks', 'Apple Pay', `'${email}'`, email],
  ['a table that marks texts', 'PayPal', `'${phone}`, phone],
  ['a keyboard with a wide @', 'Zelle', 'maya＠mail.example', email],
  ['a chat with marks', 'Cash App', '\u202a$MayaOkafor\u202c', '$mayaokafor'],
  ['a keyboard with a wide sign', 'Cash App', '＄mayaokafor', '$mayaokafor'],
  ['an app that shares a link', 'Cash App', 'https://cash.app/$MayaOkafor?qr=1', '$mayaokafor'],
  ['an encoded link', 'Cash App', 'https://cash.app/%24mayaokafor', '$mayaokafor'],
  ['a link with an amount', 'Cash App', 'cash.app/$mayaokafor/20.00', '$mayaokafor'],
  ['a link in angle brackets', 'Venmo', '<https://venmo.com/u/maya>', '@maya'],
  ['an app that shares a link', 'Venmo', 'https://account.venmo.com/u/Maya-Okafor?txn=pay#x', '@Maya-Okafor'],
  ['a page with a no-break hyphen', 'Venmo', '@Maya\u2011Okafor', '@Maya-Okafor'],
  ['an emoji keyboard', 'Chime', '$maya\ufe0f', '$maya'],
];

describe('what is pasted from elsewhere is taken as it was meant', () => {
  it.each(PASTED)('from %s, for %s: %j', (_, platform, text, value) => {
    expect(normalizeHandle(platform, text)).toMatchObject({ ok: true, value });
  });

  it.each<[Platform, string]>([
    ['Zelle', '\u202emaya@mail.example'],
    ['Cash App', '\u202eayam'],
    ['Venmo', 'https://venmo.com/code?user_id=123'],
    ['Venmo', 'https://venmo.com/?txn=pay&recipients=maya'],
    ['Cash App', '<img>'],
    ['Zelle', 'maya@mail.example luis@mail.example'],
    ['Zelle', '336-555-0142 or 336-555-0177'],
  ])('but nobody is guessed: %s refuses %j', (platform, text) => {
    expect(normalizeHandle(platform, text).ok).toBe(false);
  });
});
