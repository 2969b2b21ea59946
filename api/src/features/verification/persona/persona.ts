import { randomUUID } from 'node:crypto';
import { isoInstant, Clock } from '../../../config/clock.js';
import { Config, publicUrl } from '../../../config/config.js';
import { ProviderSettings } from '../../../config/runtime.js';
import type { Locale } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type {
  HostedVisit,
  IdentityVerification,
  InquiryRequest,
  InquiryStatus,
  VerifiedWebhook,
} from './identity-verification.js';
import { KeptRefusal, PersonaClient } from './persona-client.js';
import type { InquiryResponse } from './persona-shapes.js';
import { isSigned, readWebhook } from './persona-webhook.js';

const HOUR_MS = 60 * 60 * 1_000;
/** The provider's codes for our languages. */
const LANGUAGES: Readonly<Record<Locale, string>> = { en: 'en', es: 'es-MX' };

/** Identity checks by Persona on its hosted page. In test mode the same code calls the simulator. */
export class Persona implements IdentityVerification {
  private readonly settings: ProviderSettings['persona'];
  private readonly client: PersonaClient;

  constructor(
    { persona }: ProviderSettings,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.settings = persona;
    this.client = new PersonaClient(persona, clock);
  }

  /** The provider repeats a stored refusal for a day, so such a request is retried under a key of the current hour. */
  async start(request: InquiryRequest): Promise<{ readonly inquiryId: string }> {
    const key = `kyc:${request.requestId}`;
    try {
      return await this.create(request, key);
    } catch (error) {
      if (!(error instanceof KeptRefusal)) throw error;
      return this.create(request, `${key}:${Math.floor(this.clock.now() / HOUR_MS)}`);
    }
  }

  async fetch(inquiryId: string): Promise<InquiryStatus> {
    const requestedAt = isoInstant(this.clock.now());
    const response = await this.client.call({ method: 'GET', path: `/inquiries/${inquiryId}` });
    if (!response) return { status: 'expired', asOf: requestedAt };
    const { status, 'updated-at': updatedAt } = response.data.attributes;
    return { status, asOf: updatedAt && updatedAt > requestedAt ? updatedAt : requestedAt };
  }

  hostedUrl(visit: HostedVisit): string {
    return this.pageOf(visit, null);
  }

  async resume(visit: HostedVisit): Promise<string> {
    const path = `/inquiries/${visit.inquiryId}/resume`;
    // Each visit gets a new session, so the key must not repeat an earlier response.
    const response = await this.client.call({ method: 'POST', path, idempotencyKey: randomUUID() });
    const token = response?.meta?.['session-token'];
    if (!token) throw new DomainError('verification_unavailable', { seconds: 5 });
    return this.pageOf(visit, token);
  }

  parseWebhook(raw: Buffer, signature: string | undefined): VerifiedWebhook {
    const rule = { secrets: this.settings.webhookSecrets, nowMs: this.clock.now() };
    if (!isSigned(raw, signature, rule)) throw new DomainError('webhook_signature_invalid');
    return readWebhook(raw);
  }

  private async create(
    { uid, fullName }: InquiryRequest,
    idempotencyKey: string,
  ): Promise<{ readonly inquiryId: string }> {
    const response = await this.client.call({
      method: 'POST',
      path: '/inquiries',
      idempotencyKey,
      body: {
        data: {
          attributes: { 'inquiry-template-id': this.settings.templateId, fields: nameFields(fullName) },
        },
        meta: { 'auto-create-account-reference-id': uid },
      },
    });
    return { inquiryId: inquiryIdOf(response) };
  }

  private pageOf({ inquiryId, locale }: HostedVisit, sessionToken: string | null): string {
    const url = new URL('/verify', this.settings.hostedUrl);
    url.searchParams.set('inquiry-id', inquiryId);
    if (sessionToken !== null) url.searchParams.set('session-token', sessionToken);
    url.searchParams.set('redirect-uri', new URL('/verification', publicUrl(this.config)).href);
    url.searchParams.set('language', LANGUAGES[locale]);
    return url.href;
  }
}

/** A prefill that the user can correct on the hosted page: the first word, and the rest. */
function nameFields(fullName: string): Readonly<Record<string, string>> {
  const [first = '', ...rest] = fullName.split(' ');
  return { 'name-first': first, ...(rest.length > 0 && { 'name-last': rest.join(' ') }) };
}

function inquiryIdOf(response: InquiryResponse | null): string {
  if (!response) throw new DomainError('verification_unavailable', { seconds: 5 });
  return response.data.id;
}
