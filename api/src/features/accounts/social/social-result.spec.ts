import { screenAfter } from './social-result.js';

it.each([
  ['second_factor_required', '/transactions?q=a', '/signin/code?returnTo=%2Ftransactions%3Fq%3Da'],
  ['second_factor_required', '/dashboard', '/signin/code'],
  ['social_cancelled', '/profile', '/signin?social=social_cancelled&returnTo=%2Fprofile'],
  ['social_cancelled', '/dashboard', '/signin?social=social_cancelled'],
  ['social_link_required', '/profile', '/signin/link'],
])('after %s and %s wanted, leads to %s', (code, returnTo, screen) => {
  expect(screenAfter({ ok: false, code, params: {} }, { page: '/signin', returnTo })).toBe(screen);
});
