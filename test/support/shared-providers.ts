import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../api/src/config/clock.js';
import { SIMULATED_PAYPAL } from '../../api/src/config/prepare-runtime.js';
import { startSimulator, type Simulator } from '../../api/src/simulator/simulator.js';

const secrets = {
  simulatorApiKey: 'sk_shared_8f14e45fceea',
  simulatorWebhookSecret: 'whsec_shared_45c48cce2e2d',
};

/** What the card processor and PayPal hold of one transfer. */
export interface AtProviders {
  /** Cents of each successful charge. */
  readonly charges: readonly number[];
  /** Cents of each refund. */
  readonly refunds: readonly number[];
  /** Statuses of its payouts. */
  readonly payouts: readonly string[];
}

interface Listed<Item> {
  readonly items: readonly Item[];
}

interface ListedPayment {
  readonly payment: {
    readonly amount_received: number;
    readonly metadata: { readonly transferId: string };
  };
  readonly refunds: readonly { readonly amount: number }[];
}

interface ListedPayout {
  readonly senderBatchId: string;
  readonly status: string;
}

/** The simulated card processor and PayPal outside of the API processes that share them: they outlive each. */
export class SharedProviders {
  private constructor(
    private readonly simulator: Simulator,
    private readonly folder: string,
  ) {}

  static async start(): Promise<SharedProviders> {
    const folder = mkdtempSync(join(tmpdir(), 'flip-providers-'));
    const config = { SIMULATOR_PORT: 0, PUBLIC_URL: undefined };
    return new SharedProviders(
      await startSimulator({ dataDir: folder, clock: systemClock, secrets, config }),
      folder,
    );
  }

  get url(): string {
    return this.simulator.httpUrl;
  }

  /** Environment variables of an API process that uses them. */
  get env(): Readonly<Record<string, string>> {
    return {
      STRIPE_API_URL: this.url,
      STRIPE_SECRET_KEY: secrets.simulatorApiKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_simulator',
      STRIPE_WEBHOOK_SECRETS: secrets.simulatorWebhookSecret,
      PAYPAL_API_URL: this.url,
      PAYPAL_CLIENT_ID: SIMULATED_PAYPAL.clientId,
      PAYPAL_CLIENT_SECRET: secrets.simulatorApiKey,
      PAYPAL_WEBHOOK_ID: SIMULATED_PAYPAL.webhookId,
    };
  }

  /** Sends webhooks here from now on, waiting ones included. */
  deliverTo(apiUrl: string): void {
    this.simulator.deliverTo(apiUrl);
  }

  async of(transferId: string): Promise<AtProviders> {
    const { items: payments } = await this.listed<ListedPayment>('payments');
    const { items: payouts } = await this.listed<ListedPayout>('payouts');
    const own = payments.filter(({ payment }) => payment.metadata.transferId === transferId);
    return {
      charges: own.map(({ payment }) => payment.amount_received).filter((cents) => cents > 0),
      refunds: own.flatMap(({ refunds }) => refunds.map(({ amount }) => amount)),
      payouts: payouts
        .filter(({ senderBatchId }) => senderBatchId === transferId)
        .map(({ status }) => status),
    };
  }

  async stop(): Promise<void> {
    await this.simulator.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async listed<Item>(what: string): Promise<Listed<Item>> {
    return (await (await fetch(`${this.url}/control/${what}`)).json()) as Listed<Item>;
  }
}
