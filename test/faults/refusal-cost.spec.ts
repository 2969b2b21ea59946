import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pino from 'pino';
import { AppModule } from '../../api/src/app.module.js';
import { prepareRuntime } from '../../api/src/config/prepare-runtime.js';
import { apiDocument } from '../../api/src/http/contract/api-docs.js';
import { createServer } from '../../api/src/http/edge/server.js';
import { NO_PROVIDERS } from '../support/no-providers.js';
import { hostileRequests, type Request } from '../support/hostile-requests.js';
import { type Document, OpenApi } from '../support/open-api.js';
import { type Attack, attacksOn } from './costly-requests.js';

/** Most that a request may cost, as a multiple of a plain one of the same size. */
const COST_LIMIT = 5;
/** How often each is measured: the least costly one had the fewest interruptions. */
const ROUNDS = 2;
/** A request over the limit is measured again, in case something else used the processor. */
const RETRIES = 6;
/** Enough to see what is costly. */
const REPORTED_LIMIT = 10;

/** Providers with webhooks that are checked. */
const UNREACHABLE = {
  ...NO_PROVIDERS,
  persona: { ...NO_PROVIDERS.persona, webhookSecrets: ['wbhsec_1'] },
  paypal: {
    ...NO_PROVIDERS.paypal,
    apiUrl: 'http://127.0.0.1:9',
    clientId: 'a-client',
    clientSecret: 'a-secret',
    webhookId: 'WH-1',
  },
  stripe: {
    ...NO_PROVIDERS.stripe,
    apiUrl: 'http://127.0.0.1:9',
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_1'],
  },
};

describe('a request that nobody has signed in for', () => {
  let app: NestFastifyApplication;
  let folder: string;
  let requests: Readonly<Record<string, Request>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flip-cost-'));
    const prepared = await prepareRuntime({ FLIP_DATA: folder, NODE_ENV: 'test', RATE_LIMIT: 'off' });
    const runtime = { ...prepared, providers: UNREACHABLE };
    app = await createServer(AppModule.forRoot(runtime), runtime.config, pino({ level: 'silent' }));
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    requests = hostileRequests(new OpenApi(apiDocument(app) as unknown as Document));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Processor time of a request in milliseconds, with what it costs to send it. Other processes do not count. */
  async function costOf(request: Attack['hostile']): Promise<number> {
    const before = process.cpuUsage();
    const { statusCode } = await app.inject(request);
    const { user, system } = process.cpuUsage(before);
    if (statusCode === 500) throw new Error(`${JSON.stringify(request.url)}: 500`);
    return (user + system) / 1_000;
  }

  async function multipleOf({ hostile, plain }: Attack): Promise<number> {
    let [least, leastPlain] = [Infinity, Infinity];
    for (let round = 0; round < ROUNDS; round += 1) {
      leastPlain = Math.min(leastPlain, await costOf(plain));
      least = Math.min(least, await costOf(hostile));
    }
    return least / leastPlain;
  }

  it('costs about what a plain one of the same size costs, on every documented route, whatever it contains (ASVS 2.4.1, 15.1.3, 15.2.2)', async () => {
    const costly: string[] = [];
    for (const attack of Object.entries(requests).flatMap(([route, one]) => attacksOn(route, one))) {
      let multiple = Infinity;
      for (let retry = 0; retry <= RETRIES && multiple > COST_LIMIT; retry += 1)
        multiple = Math.min(multiple, await multipleOf(attack));
      if (multiple > COST_LIMIT) costly.push(`${multiple.toFixed(1)} times: ${attack.name}`);
      if (costly.length >= REPORTED_LIMIT) break;
    }
    expect(costly).toEqual([]);
  });
});
