import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../../config/clock.js';
import { instantText } from '../../../engine/providers/provider-instants.js';
import { ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { PayPalClient } from './paypal-client.js';

const RETRY_SECONDS = 5;
/** PayPal resends an event for three days. */
const TRANSMITTED_WITHIN_MS = 7 * 24 * 60 * 60 * 1_000;
/** PayPal signs with one at a time, and replaces it every year or two. */
const CERTIFICATES_LIMIT = 16;
/** Most certificates that are fetched at the same time: a forged webhook can name one, too. Known ones are not fetched. */
const FETCHES_LIMIT = 8;
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;

const signedBy = z.object({
  'paypal-auth-algo': z.literal('SHA256withRSA'),
  'paypal-cert-url': z.url().max(500),
  'paypal-transmission-id': z.string().min(1).max(200),
  'paypal-transmission-sig': z.base64().max(2_000),
  'paypal-transmission-time': z.string().max(40),
});

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The event is sent again later. */
export const unavailable = (cause?: Error): DomainError =>
  new DomainError('payouts_unavailable', { seconds: RETRY_SECONDS }, { cause });

/**
 * Checks the signatures of PayPal's webhooks here: a forged one costs PayPal, our account and genuine ones nothing. What
 * PayPal signs is `{transmission id}|{time}|{id of the webhook}|{CRC-32 of the body}`.
 */
export class PayPalSignatures {
  private readonly known = new LRUCache<string, X509Certificate>({ max: CERTIFICATES_LIMIT });
  private readonly fetched = new Map<string, Promise<X509Certificate | null>>();
  private readonly origins: ReadonlySet<string>;

  /** Certificates are taken from the host of PayPal's API alone, under both of its names: a sandbox's is another. */
  constructor(
    private readonly client: Pick<PayPalClient, 'certificate'>,
    private readonly webhook: { readonly webhookId: string; readonly apiUrl: string },
    private readonly clock: Clock,
  ) {
    const { origin } = new URL(webhook.apiUrl);
    this.origins = new Set([
      origin,
      origin.replace('//api-m.', '//api.'),
      origin.replace('//api.', '//api-m.'),
    ]);
  }

  /** @throws webhook_signature_invalid, payouts_unavailable while PayPal gives no certificate */
  async require(raw: Buffer, headers: Headers): Promise<void> {
    const signed = signedBy.safeParse(headers).data;
    if (!signed || !this.isPlausible(signed)) throw new DomainError('webhook_signature_invalid');
    const certificate = await this.certificateAt(signed['paypal-cert-url']);
    const { 'paypal-transmission-id': id, 'paypal-transmission-time': time } = signed;
    const text = [id, time, this.webhook.webhookId, crc32(raw)].join('|');
    const signature = Buffer.from(signed['paypal-transmission-sig'], 'base64');
    if (!certificate || !verify('sha256', Buffer.from(text), certificate.publicKey, signature))
      throw new DomainError('webhook_signature_invalid');
  }

  /** Without a request: a certificate of PayPal's, and a transmission of this week. */
  private isPlausible(signed: z.infer<typeof signedBy>): boolean {
    const address = new URL(signed['paypal-cert-url']);
    const sentAt = instantText.safeParse(signed['paypal-transmission-time']).data;
    return (
      this.origins.has(address.origin) &&
      address.href === `${address.origin}${address.pathname}` &&
      CERTIFICATE_PATH.test(address.pathname) &&
      sentAt !== undefined &&
      Math.abs(Date.parse(sentAt) - this.clock.now()) < TRANSMITTED_WITHIN_MS
    );
  }

  /** A valid one; null when there is none at the address. */
  private async certificateAt(address: string): Promise<X509Certificate | null> {
    const known = this.known.get(address) ?? (await this.fetchOnce(address));
    if (!known) return null;
    const nowMs = this.clock.now();
    const isValid = Date.parse(known.validFrom) <= nowMs && nowMs < Date.parse(known.validTo);
    return isValid ? known : null;
  }

  /** Events that come at the same time share a request. */
  private fetchOnce(address: string): Promise<X509Certificate | null> {
    const running = this.fetched.get(address);
    if (running) return running;
    if (this.fetched.size >= FETCHES_LIMIT) throw unavailable();
    const fetched = this.fetch(address).finally(() => this.fetched.delete(address));
    this.fetched.set(address, fetched);
    return fetched;
  }

  private async fetch(address: string): Promise<X509Certificate | null> {
    try {
      const certificate = certificateIn(await this.client.certificate(address));
      if (certificate) this.known.set(address, certificate);
      return certificate;
    } catch (error) {
      throw error instanceof ProviderUnknown ? unavailable(error) : error;
    }
  }
}

/** The first certificate of a chain, with an RSA key; null for any other text. */
function certificateIn(text: string | null): X509Certificate | null {
  if (text === null) return null;
  try {
    const certificate = new X509Certificate(text);
    return certificate.publicKey.asymmetricKeyType === 'rsa' ? certificate : null;
  } catch {
    return null;
  }
}
