import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../api/src/config/clock.js';
import { SIMULATED_PAYPAL } from '../../api/src/kernel/simulated.js';
import { startSimulator, type Simulator } from '../../simulator/index.js';

const secrets = {
  simulatorApiKey: 'sk_shared_8f14e45fceea',
  simulatorWebhookSecret: 'whsec_shared_45c48cce2e2d',
};

/** The simulated card processor and PayPal, outside the API processes that share them, which they outlive. */
export class SharedProviders {
  private constructor(
    private readonly simulator: Simulator,
    private readonly folder: string,
  ) {}

  static async start(): Promise<SharedProviders> {
    const folder = mkdtempSync(join(tmpdir(), 'flip-providers-'));
    return new SharedProviders(
      await startSimulator({ dataDir: folder, clock: systemClock, secrets, port: 0 }),
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

  async stop(): Promise<void> {
    await this.simulator.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
