import { badgeOf } from './verification.js';

describe('the verification badge', () => {
  it('is unverified without a request', () => {
    expect(badgeOf(undefined)).toBe('unverified');
  });

  it.each(['verified', 'Verified', 'VERIFIED'])('is verified when the latest status is %s', (status) => {
    expect(badgeOf(status)).toBe('verified');
  });

  it.each([
    'submitted',
    'created',
    'pending',
    'completed',
    'needs_review',
    'failed',
    'declined',
    'expired',
    '',
  ])('is pending for any other status: %j', (status) => {
    expect(badgeOf(status)).toBe('pending');
  });
});
