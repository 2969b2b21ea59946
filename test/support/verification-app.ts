import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '../../api/src/event-sourcing/event.js';
import { TestApp, type TestAppOptions, type TestPerson } from './test-app.js';
import type { Problem } from '../../api/src/kernel/accounts.js';
import type { SubmitKycAnswer, VerificationOverview } from '../../api/src/kernel/verification.js';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { signatureOf } from '../../simulator/webhook-sender.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';
import { waitFor } from './wait-for.js';

/** The verification feature behind the real edge, with the simulated identity provider delivering over the network. */
export class VerificationApp {
  private constructor(
    readonly app: TestApp,
    private readonly apiUrl: string,
  ) {}

  static async open(options: Pick<TestAppOptions, 'environment' | 'folder'> = {}): Promise<VerificationApp> {
    const app = await TestApp.open([VerificationModule], {
      declared: [AccountsModule],
      withSimulator: true,
      ...options,
    });
    return new VerificationApp(app, await app.listen());
  }

  /** Stops both and keeps the data folder. */
  stop(): Promise<void> {
    return this.app.stop();
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** A person with an account; the address is confirmed unless stated otherwise. */
  async sender({ emailConfirmed = true } = {}): Promise<VerifyingPerson> {
    const uid = randomUUID();
    const names = {
      email: 'maya@example.com',
      firstName: 'Maya',
      lastName: 'Okafor',
      locale: 'en',
      credentialId: uid,
    };
    const facts = [
      { type: 'AccountRegistered', data: names },
      ...(emailConfirmed ? [{ type: 'EmailConfirmed', data: {} }] : []),
    ];
    await this.app.record(`account-${uid}`, facts, ['accounts']);
    return this.person(uid);
  }

  person(uid: string) {
    return verifying(this.app.person(uid));
  }

  /** The recorded events of the sender's stream or another one. */
  async events(stream: string): Promise<readonly RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const event of this.app.eventLog.read(stream)) events.push(event);
    return events;
  }

  async statusChanges(uid: string): Promise<readonly string[]> {
    const events = await this.events(`sender-${uid}`);
    return events.flatMap(({ type, data }) =>
      type === 'KycStatusChanged' ? [(data as { status: string }).status] : [],
    );
  }

  /** Advances an inquiry at the provider. */
  async control<Body = object>(path: string, body: object = {}): Promise<Body> {
    const answer = await fetch(`${this.app.simulator.httpUrl}/control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${String(answer.status)}`);
    return (await answer.json()) as Body;
  }

  /** Number of inquiries at the provider for a person. */
  async inquiriesOf(uid: string): Promise<number> {
    const listed = (await (await fetch(`${this.app.simulator.httpUrl}/control/inquiries`)).json()) as {
      readonly items: readonly { readonly attributes: { readonly 'reference-id': string } }[];
    };
    return listed.items.filter(({ attributes }) => attributes['reference-id'] === uid).length;
  }

  /** The provider's signature of a body, now or at another time. */
  signed(body: string, atMs = this.app.clock.nowMs): string {
    return signatureOf(this.app.secrets.simulatorWebhookSecret, body, atMs);
  }

  /** Delivers a body as a webhook, correctly signed unless another signature is given; null = none. */
  async deliver(body: string, signature: string | null = this.signed(body)): Promise<number> {
    const answer = await fetch(`${this.apiUrl}/api/webhooks/persona`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature !== null && { 'persona-signature': signature }),
      },
      body,
    });
    await answer.text();
    return answer.status;
  }

  /** Waits until `holds` returns true; fails the test at the deadline. */
  async until(holds: () => Promise<boolean>): Promise<void> {
    await waitFor('it to hold', async () => (await holds()) || null);
  }
}

function verifying(person: TestPerson) {
  const { uid } = person;
  return {
    uid,
    request: person.request,
    submit: (body: object = { consent: true }, headers: object = {}) =>
      person.request<SubmitKycAnswer & Problem>('POST', '/verification', { body, headers }),
    overview: async () => (await person.request<VerificationOverview>('GET', '/verification')).body,
    refresh: async () => (await person.request<VerificationOverview>('POST', '/verification/refresh')).body,
  };
}

export type VerifyingPerson = ReturnType<typeof verifying>;

/** The inquiry id in a hosted page's address. */
export function inquiryIn(url: string): string {
  return new URL(url).searchParams.get('inquiry-id') ?? '';
}
