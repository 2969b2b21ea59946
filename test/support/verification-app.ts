import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { senderStream } from '../../api/src/features/verification/verification.decider.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';
import type { Problem } from '../../api/src/kernel/people/accounts.js';
import type { SubmitKycAnswer, VerificationOverview } from '../../api/src/kernel/people/verification.js';
import { signatureOf } from '../../simulator/control/webhook-sender.js';
import type { Client } from './client.js';
import { register } from './recorded-facts.js';
import { TestApp, type TestAppOptions } from './test-app.js';

/** The verification feature behind the real edge, with the simulated identity provider delivering over the network. */
export async function openVerification(options: TestAppOptions = {}): Promise<TestApp> {
  const declared = [AccountsModule];
  const app = await TestApp.open([VerificationModule], { declared, withSimulator: true, ...options });
  await app.listen();
  return app;
}

/** A person with an account; the address is confirmed unless stated otherwise. */
export async function newSender(app: TestApp, { isConfirmed = true } = {}): Promise<VerifyingPerson> {
  const person = { email: 'maya@example.com', firstName: 'Maya', lastName: 'Okafor', isConfirmed };
  return verifying(app.person(await register(app, person)));
}

export type VerifyingPerson = ReturnType<typeof verifying>;

export function verifying(person: Client) {
  const overviewOf = async (method: 'GET' | 'POST', path: string) =>
    (await person.request<VerificationOverview>(method, path)).body;
  return {
    uid: person.uid,
    submit: (body: object = { consent: true }, headers: Readonly<Record<string, string>> = {}) =>
      person.request<SubmitKycAnswer & Problem>('POST', '/verification', { body, headers }),
    overview: () => overviewOf('GET', '/verification'),
    refresh: () => overviewOf('POST', '/verification/refresh'),
  };
}

export async function statusChanges(app: TestApp, uid: string): Promise<readonly string[]> {
  const events = await app.events(senderStream(uid));
  return events.flatMap(({ type, data }) =>
    type === 'KycStatusChanged' ? [(data as { status: string }).status] : [],
  );
}

/** Advances an inquiry at the provider. */
export async function control({ simulator }: TestApp, path: string, body: object = {}): Promise<void> {
  const { ok, status } = await fetch(`${simulator.httpUrl}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`${path}: ${String(status)}`);
}

/** Number of inquiries at the provider for a person. */
export async function inquiriesOf({ simulator }: TestApp, uid: string): Promise<number> {
  const listed = (await (await fetch(`${simulator.httpUrl}/control/inquiries`)).json()) as {
    readonly items: readonly { readonly attributes: { readonly 'reference-id': string } }[];
  };
  return listed.items.filter(({ attributes }) => attributes['reference-id'] === uid).length;
}

/** The provider's signature of a body, now or at another time. */
export function signed({ secrets, clock }: TestApp, body: string, atMs = clock.nowMs): string {
  return signatureOf(secrets.simulatorWebhookSecret, body, atMs);
}

/** Delivers a body as a webhook, correctly signed unless another signature is given; null = none. */
export async function deliver(
  app: TestApp,
  body: string,
  signature: string | null = signed(app, body),
): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/webhooks/persona',
    headers: {
      'content-type': 'application/json',
      ...(signature !== null && { 'persona-signature': signature }),
    },
    payload: body,
  });
  return statusCode;
}

/** The inquiry id in a hosted page's address. */
export function inquiryIn(url: string): string {
  return new URL(url).searchParams.get('inquiry-id') ?? '';
}
