import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuthenticatorOwner, authenticatorRoutes } from './openid/authenticator-page.js';
import { latencyRoute } from './control/latency-control.js';
import { openMailbox } from './mail/mailbox.js';
import { type KnownUser, openIdRoutes } from './openid/openid.js';
import { outboxRoutes } from './mail/outbox-page.js';
import { localTimesScript } from './pages/page-frame.js';
import { PayPalApi } from './paypal/paypal-api.js';
import { paypalControlRoutes } from './paypal/paypal-control.js';
import { PayPalPayoutBook } from './paypal/paypal-payouts.js';
import { PersonaApi } from './persona/persona-api.js';
import { personaControlRoutes } from './persona/persona-control.js';
import { PersonaInquiries } from './persona/persona-inquiries.js';
import { PersonaPages } from './persona/persona-page.js';
import { providersRoutes } from './pages/providers-page.js';
import { AppOrigins, ProviderCalls, type SimulatedProvider, type Simulation } from './simulation.js';
import { asset, listen, packagedFile, type SimulatorRoute } from './simulator-server.js';
import { SimulatorMemory } from './control/simulator-memory.js';
import { newSigningCertificate, type SigningCertificate } from './paypal/signing-certificate.js';
import { simulatorStyle } from './pages/simulator-style.js';
import { simulatedStripe } from './stripe/stripe.js';
import { WebhookLog } from './control/webhook-log.js';
import { paypalWebhooks, personaWebhooks, WebhookSender } from './control/webhook-sender.js';

const TYPEFACE = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** The test-mode providers, on a separate origin. */
export interface Simulator {
  /** Origin of the simulated providers: their APIs, their pages and the outbox. */
  readonly httpUrl: string;
  readonly smtpUrl: string;
  /** The page of sent mail. */
  readonly outboxUrl: string;
  /** The page of charges, payouts, checks and webhooks. */
  readonly providersUrl: string;
  /** Sets the target of webhooks, known once the API listens; waiting ones are then sent. */
  deliverTo(apiUrl: string): void;
  close(): Promise<void>;
}

/** What the simulator needs; its state lives in `{dataDir}/simulator.json`. */
export interface SimulatorSettings extends Pick<Simulation, 'clock' | 'secrets'> {
  readonly dataDir: string;
  /** 0 takes any free port, null the first free one after `nearPort`, so that addresses stay. */
  readonly port: number | null;
  readonly nearPort?: number;
  readonly smtpPort?: number;
  /** Origin of the app; its pages may show the card frame. */
  readonly publicUrl?: string | undefined;
  /** It plays a history: no webhook is sent, now or later, and its file survives an end of the process, not a power loss. */
  readonly playsHistory?: boolean;
  readonly people?: readonly KnownUser[];
  /** The users with codes on the authenticator's page. */
  readonly authenticators?: readonly AuthenticatorOwner[];
}

/** Starts the test-mode providers: real protocols and signed webhooks, no real money or people. */
export async function startSimulator(settings: SimulatorSettings): Promise<Simulator> {
  const { dataDir, clock, secrets, people = [], authenticators = [], playsHistory = false } = settings;
  await mkdir(dataDir, { recursive: true });
  const memory = await SimulatorMemory.open(join(dataDir, 'simulator.json'), { flush: !playsHistory });
  const origins = new AppOrigins();
  const simulation: Simulation = {
    memory,
    clock,
    secrets,
    origins,
    httpUrl: '',
    calls: new ProviderCalls(),
    webhookLog: new WebhookLog(),
    playsHistory,
  };
  const providers = [simulatedPersona, simulatedStripe, simulatedPayPal].map((one) => one(simulation));
  const routes = [
    ...providers.flatMap((provider) => provider.routes),
    latencyRoute(simulation),
    ...openIdRoutes(simulation, people),
    ...providersRoutes([...providers.flatMap(({ books }) => books), simulation.webhookLog.book]),
    ...outboxRoutes(memory),
    ...authenticatorRoutes(clock, authenticators),
    asset(/^\/simulator\.css$/, 'text/css', simulatorStyle),
    packagedFile(/^\/inter\.woff2$/, 'font/woff2', TYPEFACE),
    asset(/^\/local-times\.js$/, 'text/javascript', localTimesScript),
  ];
  const server = await listen(
    routes.map((route) => savedBy(memory, route)),
    settings.port ?? portsAfter(settings.nearPort),
  );
  simulation.httpUrl = server.url;
  const mailbox = await openMailbox(simulation, settings.smtpPort);
  if (settings.publicUrl !== undefined) origins.allow(settings.publicUrl);
  return {
    httpUrl: server.url,
    smtpUrl: mailbox.url,
    outboxUrl: `${server.url}/outbox`,
    providersUrl: `${server.url}/providers`,
    deliverTo: (apiUrl) => {
      origins.allow(apiUrl);
      for (const { webhooks } of providers) webhooks.deliverTo(apiUrl);
    },
    close: async () => {
      for (const provider of providers) provider.close?.();
      await Promise.all([
        ...providers.map(({ webhooks }) => webhooks.close()),
        mailbox.close(),
        server.close(),
      ]);
      await memory.save();
    },
  };
}

/** How many ports after the server's are tried before any free one. */
const NEAR_PORTS = 20;
const LAST_PORT = 65_535;

function portsAfter(port = 0): readonly number[] {
  const after = Array.from({ length: NEAR_PORTS }, (_, place) => port + place + 1);
  return port === 0 ? [0] : [...after.filter((each) => each <= LAST_PORT), 0];
}

/** A request's changes are in the file before its response is sent; what a GET finds due happens again after a restart. */
function savedBy(memory: SimulatorMemory, route: SimulatorRoute): SimulatorRoute {
  if (route.method === 'GET') return route;
  const handle: SimulatorRoute['handle'] = async (request) => {
    const reply = await route.handle(request);
    await memory.save();
    return reply;
  };
  return { ...route, handle };
}

/** Identity checks: the API, the hosted page and webhooks, with the controls for tests. */
function simulatedPersona(simulation: Simulation): SimulatedProvider {
  const { secrets, origins } = simulation;
  const inquiries = new PersonaInquiries(simulation);
  const webhooks = new WebhookSender(simulation, personaWebhooks(secrets.simulatorWebhookSecret));
  const api = new PersonaApi(simulation, inquiries, webhooks);
  const routes = [
    ...api.routes(),
    ...new PersonaPages(inquiries, webhooks, origins).routes(),
    ...personaControlRoutes(simulation, api),
  ];
  return { routes, webhooks, books: [inquiries.book(webhooks)] };
}

/** PayPal's payouts, API and webhooks, with the controls for tests. */
function simulatedPayPal(simulation: Simulation): SimulatedProvider {
  let made: Promise<SigningCertificate> | undefined;
  const certificate = () => (made ??= newSigningCertificate(simulation.clock.now()));
  const webhooks = new WebhookSender(simulation, paypalWebhooks(simulation, certificate));
  const payouts = new PayPalPayoutBook(simulation, webhooks);
  const api = new PayPalApi(simulation, payouts, certificate);
  const routes = [...api.routes(), ...paypalControlRoutes(simulation, api)];
  return { routes, webhooks, books: [payouts.book], close: () => payouts.close() };
}
