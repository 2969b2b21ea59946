import type { ProviderSettings, Runtime } from '../../api/src/config/runtime.js';

const sharing = { processes: () => 1 };

/** Providers that no test calls. */
export const NO_PROVIDERS = {
  sharing,
  persona: {
    apiUrl: '',
    hostedUrl: '',
    apiKey: '',
    templateId: '',
    webhookSecrets: [],
    callsPerSecond: Infinity,
    sharing,
  },
  paypal: { apiUrl: '', clientId: '', clientSecret: '', webhookId: '', callsPerSecond: Infinity, sharing },
  social: { google: null, apple: null } as ProviderSettings['social'],
  stripe: {
    apiUrl: '',
    secretKey: '',
    publishableKey: '',
    webhookSecrets: [],
    frameOrigin: 'http://127.0.0.1:9',
    callsPerSecond: Infinity,
    sharing,
  },
  smtpUrl: '',
  outboxUrl: null,
  providersUrl: null,
  deskUrl: null,
} satisfies Runtime['providers'];
