import { securityPolicy } from './security-policy.js';

describe('the content security policy', () => {
  it("allows the simulator's card frame, and nothing else from other origins (ASVS 3.4.3)", () => {
    expect(securityPolicy({ frameOrigin: 'http://127.0.0.1:4000' })).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
        "frame-src http://127.0.0.1:4000; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri /api/csp-reports",
    );
  });

  it("allows Stripe's script, calls and frames only where Stripe processes cards (ASVS 3.5.4)", () => {
    expect(securityPolicy({ frameOrigin: null })).toBe(
      "default-src 'self'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; " +
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' https://api.stripe.com; " +
        'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; ' +
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri /api/csp-reports",
    );
  });
});
