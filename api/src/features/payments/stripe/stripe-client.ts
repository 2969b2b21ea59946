import { createRequire } from 'node:module';
import type StripeSdk from 'stripe';
import type { ProviderSettings } from '../../../config/runtime.js';
import type { CallPace } from '../../../engine/providers/call-pace.js';

/** Deadline of one call; the provider's own work rarely takes more than two seconds. */
const CALL_DEADLINE_MS = 8_000;

/** The official client. It is loaded with its first use: that costs a tenth of a second, which a start should not pay. */
export class StripeClient {
  private client: StripeSdk | undefined;

  constructor(
    private readonly settings: ProviderSettings['stripe'],
    private readonly pace: CallPace,
  ) {}

  /** Makes one attempt per call: our workers repeat a call under its key, and the caller's deadline is short. */
  get sdk(): StripeSdk {
    return (this.client ??= connect(this.settings, this.pace));
  }
}

function connect({ apiUrl, secretKey }: ProviderSettings['stripe'], pace: CallPace): StripeSdk {
  const { protocol, hostname, port } = new URL(apiUrl);
  const Sdk = createRequire(import.meta.url)('stripe') as typeof StripeSdk;
  return new Sdk(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: CALL_DEADLINE_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: paced(Sdk.createNodeHttpClient(), pace),
  });
}

/** All calls of the official client, each in its turn. */
function paced(client: StripeSdk.HttpClient, pace: CallPace): StripeSdk.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...call) => {
      await pace.turn();
      const response = await client.makeRequest(...call);
      pace.heard(response.getStatusCode(), String(response.getHeaders()['retry-after'] ?? ''));
      return response;
    },
  };
}
