import { isEmailAddress, isOwnEmailAddress } from './email-addresses.js';

describe('an email address of an account', () => {
  it.each([
    'maya@mail.example',
    "o'brien+flip@sub.mail.example",
    'josé@mail.example',
    '用户@例え.example',
    'अजय@डाटा.भारत',
    `${'x'.repeat(64)}@mail.example`,
    'maya@xn--bcher-kva.example',
  ])('is %s', (address) => {
    expect(isOwnEmailAddress(address)).toBe(true);
  });

  it.each([
    '',
    'maya',
    'maya@mail',
    'maya@1.2.3.4',
    'maya@-mail.example',
    '.maya@mail.example',
    'ma..ya@mail.example',
    `${'x'.repeat(65)}@mail.example`,
    '"maya"@mail.example',
    '"ma ya"@mail.example',
    '"maya@evil.example"@mail.example',
    'maya(her)@mail.example',
    'maya%bank.example@relay.example',
    'bank.example!maya@relay.example',
    'maya@mail.example,luis@mail.example',
    'maya:luis@mail.example',
    'ma\u200bya@mail.example',
    '\u202emaya@mail.example',
  ])('is not %j', (address) => {
    expect(isOwnEmailAddress(address)).toBe(false);
  });

  it('is stricter than one that a platform pays to, which may be old', () => {
    expect(isEmailAddress('maya%sales@mail.example')).toBe(true);
  });
});
