import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../config/clock.js';
import type { Config } from '../config/config.js';
import type { Secrets } from '../config/runtime.js';
import { controlRoutes } from './control.js';
import { openMailbox } from './mailbox.js';
import { openIdSignIn } from './openid-sign-in.js';
import { outboxRoutes } from './outbox-page.js';
import { payoutControlRoutes } from './payout-control.js';
import { PayPalApi } from './paypal-api.js';
import { PayPalPayoutBook } from './paypal-payouts.js';
import { PersonaApi } from './persona-api.js';
import { PersonaInquiries } from './persona-inquiries.js';
import { PersonaPages } from './persona-page.js';
import { ProviderCalls } from './provider-calls.js';
import { simulateCards } from './simulated-cards.js';
import { paypalWebhooks, personaWebhooks, WebhookSender } from './webhook-sender.js';
import { asset, listen, type SimulatorRoute } from './simulator-server.js';
import { type ProviderRecords, SimulatorMemory } from './simulator-state.js';
import { localTimesScript } from './page-frame.js';
import { simulatorStyle } from './simulator-style.js';

/** The test-mode providers, on a separate origin. */
export interface Simulator {
  /** Origin of the simulated providers: the APIs of identity checks and cards with their pages, the outbox. */
  readonly httpUrl: string;
  readonly smtpUrl: string;
  /** The page of sent mail. */
  readonly outboxUrl: string;
  /** Sets the target of webhooks, known once the API listens; waiting ones are then sent. */
  deliverTo(apiUrl: string): void;
  /** Adds what the card processor and PayPal did before, unless they know it. */
  remember(records: ProviderRecords): Promise<void>;
  close(): Promise<void>;
}

/** What the simulator needs; its state lives in `{dataDir}/simulator.json`. */
export interface SimulatorSettings {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'simulatorApiKey' | 'simulatorWebhookSecret'>;
  readonly config: Pick<Config, 'SIMULATOR_PORT' | 'PUBLIC_URL'>;
  /** Users with a password, whom the sign-in provider offers as well. */
  readonly people?: readonly {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  }[];
}

/** Starts the test-mode providers: real protocols and signed webhooks, no real money or people. */
export async function startSimulator(settings: SimulatorSettings): Promise<Simulator> {
  const { dataDir, clock, secrets, config } = settings;
  await mkdir(dataDir, { recursive: true });
  const memory = await SimulatorMemory.open(join(dataDir, 'simulator.json'));
  const inquiries = new PersonaInquiries(memory, clock);
  const webhooks = new WebhookSender(memory, clock, personaWebhooks(secrets.simulatorWebhookSecret));
  const pages = new PersonaPages({ memory, inquiries, webhooks });
  const apiKey = secrets.simulatorApiKey;
  const calls = new ProviderCalls();
  const api = new PersonaApi({ memory, inquiries, webhooks, clock, calls, apiKey });
  const webhookSecret = secrets.simulatorWebhookSecret;
  const cards = simulateCards({ memory, clock, calls, apiKey, webhookSecret });
  const paypal = simulatedPayPal(settings, memory, calls);
  const openId = openIdSignIn(settings);
  const routes = [
    ...assetRoutes,
    ...paypal.routes,
    ...api.routes(),
    ...pages.routes(),
    ...openId.routes,
    ...outboxRoutes(memory),
    ...cards.routes,
    ...controlRoutes({ memory, inquiries, webhooks, api }),
  ];
  const server = await listen(routes, config.SIMULATOR_PORT);
  cards.listenAt(server.url);
  openId.listenAt(server.url);
  const mailbox = await openMailbox({ memory, clock });
  const allowOrigin = (address: string) => [pages, cards].forEach((part) => part.allowOrigin(address));
  if (config.PUBLIC_URL !== undefined) allowOrigin(config.PUBLIC_URL);
  return {
    httpUrl: server.url,
    smtpUrl: mailbox.url,
    outboxUrl: `${server.url}/outbox`,
    deliverTo: (apiUrl) => {
      allowOrigin(apiUrl);
      webhooks.deliverTo(apiUrl);
      paypal.webhooks.deliverTo(apiUrl);
      cards.webhooks.deliverTo(apiUrl);
    },
    remember: (records) => memory.remember(records),
    close: async () => {
      paypal.payouts.close();
      const senders = [webhooks.close(), paypal.webhooks.close(), cards.close()];
      await Promise.all([...senders, mailbox.close(), server.close()]);
      await memory.save();
    },
  };
}

/** PayPal's payouts, API and webhooks, with the controls for tests. */
function simulatedPayPal(
  { clock, secrets }: SimulatorSettings,
  memory: SimulatorMemory,
  providerCalls: ProviderCalls,
) {
  const { simulatorApiKey: clientSecret, simulatorWebhookSecret: webhookSecret } = secrets;
  const webhooks = new WebhookSender(memory, clock, paypalWebhooks(webhookSecret));
  const payouts = new PayPalPayoutBook({ memory, clock, webhooks });
  const api = new PayPalApi({ memory, payouts, clock, providerCalls, clientSecret, webhookSecret });
  const routes = [...api.routes(), ...payoutControlRoutes({ memory, payouts, api })];
  return { webhooks, payouts, routes };
}

/** What every page of the simulator loads. */
const assetRoutes: readonly SimulatorRoute[] = [
  asset(/^\/simulator\.css$/, 'text/css', simulatorStyle),
  asset(/^\/local-times\.js$/, 'text/javascript', localTimesScript),
];
