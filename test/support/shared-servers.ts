import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Browser } from './browser.js';
import { FlipServer, type ServerOptions } from './flip-server.js';

/** What suites can share; each suite has its own people, and none counts what others leave. */
const SHARED = {
  plain: {
    env: {
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'debug',
      METRICS_TOKEN: 'a-metrics-token-of-30-characters',
      LANDING_FORCE_ENGLISH: 'false',
    },
  },
  demo: { env: { RATE_LIMIT: 'off', DEMO_HISTORY: 'on' } },
} as const satisfies Readonly<Record<string, ServerOptions>>;

type SharedName = keyof typeof SHARED;

export const METRICS_TOKEN = SHARED.plain.env.METRICS_TOKEN;

/** The environment variable with the address of `SharedServers`. */
const ADDRESS = 'FLIP_SHARED_SERVERS';

/** What a suite knows of a shared server. */
type Addresses = Pick<FlipServer, 'url' | 'simulatorUrl' | 'dataDir' | 'output'>;
export interface SharedServer extends Addresses {
  browser(): Browser;
}

/** A server of this run, which the first suite that asks for it starts. */
export async function sharedServer(name: SharedName): Promise<SharedServer> {
  const response = await fetch(`${process.env[ADDRESS] ?? ''}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  const addresses = (await response.json()) as Addresses;
  return { ...addresses, browser: () => new Browser(addresses.url) };
}

/** Starts the shared servers of a run where suites ask for them, whatever process they run in. */
export class SharedServers {
  private readonly started = new Map<SharedName, Promise<FlipServer>>();
  private readonly desk: Server = createServer((request, response) => {
    const name = request.url?.slice(1) as SharedName;
    this.start(name).then(
      ({ url, simulatorUrl, dataDir, output }) =>
        response.end(JSON.stringify({ url, simulatorUrl, dataDir, output })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });

  static async open(): Promise<SharedServers> {
    const servers = new SharedServers();
    servers.desk.listen(0, '127.0.0.1');
    await once(servers.desk, 'listening');
    process.env[ADDRESS] = `http://127.0.0.1:${String((servers.desk.address() as AddressInfo).port)}`;
    return servers;
  }

  async close(): Promise<void> {
    this.desk.close();
    this.desk.closeAllConnections();
    const started = await Promise.allSettled(this.started.values());
    for (const one of started) if (one.status === 'fulfilled') await one.value.dispose();
  }

  private start(name: SharedName): Promise<FlipServer> {
    const running = this.started.get(name) ?? FlipServer.start(SHARED[name]);
    this.started.set(name, running);
    return running;
  }
}
