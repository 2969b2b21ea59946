import type { Platform } from '../kernel/platforms.js';
import type { PayoutRoute } from './lifecycle-events.rules.js';

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
