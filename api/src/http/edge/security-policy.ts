import type { ProviderSettings } from '../../config/runtime.js';

/** Where browsers report what the policy kept a page from. */
export const REPORT_ROUTE = '/api/csp-reports';

/** Where Stripe's script, its frames and their calls come from (docs.stripe.com/security/guide#content-security-policy). */
const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com';
const STRIPE_FRAMES = `${STRIPE_SCRIPTS} https://hooks.stripe.com`;
const STRIPE_CALLS = 'https://api.stripe.com';

/**
 * Same origin only, no inline scripts, no framing, except for the card fields: the simulator's frame, or
 * Stripe's script and frames (decision 35).
 */
export function securityPolicy({ frameOrigin }: Pick<ProviderSettings['stripe'], 'frameOrigin'>): string {
  const scripts = frameOrigin === null ? ` ${STRIPE_SCRIPTS}` : '';
  return [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    ...(frameOrigin === null ? [`connect-src 'self' ${STRIPE_CALLS}`] : []),
    `frame-src ${frameOrigin ?? STRIPE_FRAMES}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${REPORT_ROUTE}`,
  ].join('; ');
}

/** Of data that is opened as a page. */
export const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'";

const SCRIPT = /^(?:application|text)\/javascript/;
const DATA = /^(?:application\/(?:problem\+)?json|text\/css|font\/|image\/)/;

/** What a response of a type can be to a browser; a page if nothing is known of it. */
export function kindOf(type: number | string | readonly string[] | undefined): 'page' | 'script' | 'data' {
  if (typeof type !== 'string') return 'page';
  if (DATA.test(type)) return 'data';
  return SCRIPT.test(type) ? 'script' : 'page';
}
