/** Receiving platforms; the values are the labels (specification §9). */
export const PLATFORMS = ['Cash App', 'Zelle', 'PayPal', 'Chime', 'Apple Pay', 'Venmo'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** `desk`: a person pays out, since the platform has no API. */
export type PayoutRoute = 'paypal' | 'desk';

const ROUTES: Readonly<Record<Platform, PayoutRoute>> = {
  PayPal: 'paypal',
  Venmo: 'paypal',
  Zelle: 'desk',
  'Cash App': 'desk',
  Chime: 'desk',
  'Apple Pay': 'desk',
};

/** How a platform is paid: platforms without an API by the payout desk (docs/providers.md). */
export function payoutRouteOf(platform: Platform): PayoutRoute {
  return ROUTES[platform];
}
