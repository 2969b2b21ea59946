import fc from 'fast-check';
import { HANDLE_CODES, normalizeHandle } from './handles.js';
import { PLATFORMS, type Platform } from '../money/platforms.js';

const phone = '+13365550142';
/** 254 characters: the longest address that mail servers accept. */
const LONGEST_EMAIL = `maya@${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(58)}.example`;
/** An address of so many characters. */
const emailOf = (length: number): string => `maya@${'x'.repeat(60)}.${'x'.repeat(length - 74)}.example`;

describe('a valid handle (ASVS 2.1.2, 2.2.3)', () => {
  it.each<[Platform, string, string, 'email' | 'phone' | 'tag']>([
    ['Cash App', '$MayaOkafor', '$mayaokafor', 'tag'],
    ['Cash App', 'mayaokafor', '$mayaokafor', 'tag'],
    ['Cash App', 'https://cash.app/$MayaOkafor', '$mayaokafor', 'tag'],
    ['Cash App', 'cash.app/$maya/', '$maya', 'tag'],
    ['Cash App', '$a', '$a', 'tag'],
    ['Cash App', `$${'9'.repeat(19)}a`, `$${'9'.repeat(19)}a`, 'tag'],
    ['Cash App', 'Maya@Mail.Example', 'maya@mail.example', 'email'],
    ['Cash App', '$$maya@mail.example', '$$maya@mail.example', 'email'],
    ['Cash App', '(336) 555-0142', phone, 'phone'],
    ['Zelle', 'maya@mail.example', 'maya@mail.example', 'email'],
    ['Zelle', '336.555.0142', phone, 'phone'],
    ['Zelle', '1-336-555-0142', phone, 'phone'],
    ['PayPal', ' +1 336 555 0142 ', phone, 'phone'],
    ['PayPal', "o'brien+flip@sub.mail.example", "o'brien+flip@sub.mail.example", 'email'],
    ['PayPal', `${'x'.repeat(64)}@mail.example`, `${'x'.repeat(64)}@mail.example`, 'email'],
    ['Zelle', LONGEST_EMAIL, LONGEST_EMAIL, 'email'],
    ['PayPal', emailOf(127), emailOf(127), 'email'],
    ['Venmo', '@Maya-Okafor_1', '@Maya-Okafor_1', 'tag'],
    ['Venmo', 'maya', '@maya', 'tag'],
    ['Venmo', 'https://venmo.com/u/maya', '@maya', 'tag'],
    ['Venmo', 'venmo.com/maya', '@maya', 'tag'],
    ['Venmo', '@5551234', '@5551234', 'tag'],
    ['Venmo', '555123', '@555123', 'tag'],
    ['Venmo', 'maya5551234', '@maya5551234', 'tag'],
    ['Venmo', 'x'.repeat(50), `@${'x'.repeat(50)}`, 'tag'],
    ['Venmo', '3365550142', phone, 'phone'],
    ['Chime', '$Maya-Okafor', '$Maya-Okafor', 'tag'],
    ['Chime', 'ma', '$ma', 'tag'],
    ['Apple Pay', '3365550142', phone, 'phone'],
    ['Apple Pay', 'maya@mail.example', 'maya@mail.example', 'email'],
    ['Cash App', '\u200b$ma\u200dya\ufeff', '$maya', 'tag'],
  ])('%s takes %j as %j', (...[platform, text, value, kind]) => {
    expect(normalizeHandle(platform, text)).toEqual({ ok: true, value, kind });
  });
});

describe('an impossible handle', () => {
  it.each<[Platform, string, string]>([
    ['Cash App', '', 'handle_required'],
    ['Zelle', '  \u200b ', 'handle_required'],
    ['Venmo', '@', 'handle_required'],
    ['Cash App', '$123456', 'handle_cash_app_tag'],
    ['Cash App', '$maya okafor', 'handle_cash_app_tag'],
    ['Cash App', '$maya_okafor', 'handle_cash_app_tag'],
    ['Cash App', 'x'.repeat(21), 'handle_cash_app_tag'],
    ['Cash App', 'venmo.com/maya', 'handle_cash_app_tag'],
    ['Venmo', 'x'.repeat(51), 'handle_venmo_tag'],
    ['Venmo', 'maya.okafor', 'handle_venmo_tag'],
    ['Venmo', 'mäya', 'handle_venmo_tag'],
    ['Chime', 'm', 'handle_chime_tag'],
    ['Chime', 'x'.repeat(33), 'handle_chime_tag'],
    ['Zelle', '$maya', 'handle_email_or_phone'],
    ['Zelle', 'maya', 'handle_email_or_phone'],
    ['PayPal', '@maya', 'handle_email_or_phone'],
    ['Apple Pay', 'maya', 'handle_email_or_phone'],
    ['PayPal', 'paypal.me/maya', 'handle_paypal_me'],
    ['PayPal', 'https://www.paypal.com/paypalme/maya', 'handle_paypal_me'],
    ['Zelle', '+52 55 1234 5678', 'handle_phone_invalid'],
    ['Zelle', '(416) 555-0142', 'handle_phone_invalid'],
    ['Zelle', '336555014', 'handle_phone_invalid'],
    ['Venmo', '111-222-3333', 'handle_phone_invalid'],
    ['Venmo', '5551234', 'handle_phone_invalid'],
    ['Apple Pay', '+1 336 555 0142 ext 5', 'handle_phone_invalid'],
    ['Zelle', '٣٣٦٥٥٥٠١٤٢', 'handle_email_or_phone'],
    ['Zelle', 'maya@mail', 'handle_email_invalid'],
    ['Zelle', 'maya@@mail.example', 'handle_email_invalid'],
    ['Venmo', '@maya@mail.example', 'handle_email_invalid'],
    ['Zelle', 'maya@-mail.example', 'handle_email_invalid'],
    ['Zelle', 'maya.@mail.example', 'handle_email_invalid'],
    ['Zelle', `${'x'.repeat(65)}@mail.example`, 'handle_email_invalid'],
    ['Zelle', 'ma ya@mail.example', 'handle_email_invalid'],
    ['Zelle', 'may\u0430@mail.example', 'handle_email_invalid'],
    ['Zelle', '\u202emaya@mail.example', 'handle_email_invalid'],
    ['Zelle', `x${LONGEST_EMAIL}`, 'handle_too_long'],
    ['PayPal', emailOf(128), 'handle_too_long'],
    ['Venmo', emailOf(128), 'handle_too_long'],
  ])('%s refuses %j as %s', (platform, text, code) => {
    expect(normalizeHandle(platform, text)).toEqual({ ok: false, code });
  });
});

describe('every handle', () => {
  const platforms = fc.constantFrom(...PLATFORMS);
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.stringMatching(/^[$@]?[A-Za-z0-9._@+ -]{0,40}$/),
    fc.emailAddress(),
  );

  it('normalizes to plain ASCII, and normalizing it again changes nothing', () => {
    fc.assert(
      fc.property(platforms, texts, (platform, text) => {
        const once = normalizeHandle(platform, text);
        if (!once.ok) {
          expect(HANDLE_CODES).toContain(once.code);
          return;
        }
        expect(once.value).toMatch(/^[\x21-\x7e]+$/);
        expect(normalizeHandle(platform, once.value)).toEqual(once);
      }),
      { numRuns: 2_000 },
    );
  });
});
