import type { FastifyRequest } from 'fastify';
import { type Config, publicUrl } from '../../../config/config.js';
import { isLoopback } from '../../../kernel/loopback.js';
import { SOCIAL_CALLBACK_ROUTE } from '../../../config/social-settings.js';
import type { SocialProvider } from '../../../kernel/people/accounts.js';

/** Path of the callback of a provider; a form is posted to it, too. */
export function callbackPath(provider: SocialProvider): string {
  return SOCIAL_CALLBACK_ROUTE.replace(':provider', provider);
}

/** Where a provider's page returns to, at our address as this browser writes it. */
export function callbackAddress(config: Config, request: FastifyRequest, provider: SocialProvider): string {
  return `${ownOrigin(config, request)}${callbackPath(provider)}`;
}

/** On loopback a browser may say localhost or 127.0.0.1, and its cookies follow. */
function ownOrigin(config: Config, { headers: { host } }: FastifyRequest): string {
  const own = new URL(publicUrl(config));
  const requested = URL.canParse(`http://${host ?? ''}`) ? new URL(`http://${host ?? ''}`) : own;
  return isLoopback(own.hostname) && isLoopback(requested.hostname) ? requested.origin : own.origin;
}
