import type { ProviderSettings, Runtime } from '../../api/src/config/runtime.js';

/** Providers that no test calls. */
export const NO_PROVIDERS = {
  persona: {
    apiUrl: '',
    hostedUrl: '',
    apiKey: '',
    templateId: '',
    webhookSecrets: [],
    callsPerSecond: Infinity,
  },
  paypal: { apiUrl: '', clientId: '', clientSecret: '', webhookId: '', callsPerSecond: Infinity },
  social: { google: null, apple: null } as ProviderSettings['social'],
  stripe: {
    apiUrl: '',
    secretKey: '',
    publishableKey: '',
    webhookSecrets: [],
    frameOrigin: 'http://127.0.0.1:9',
    callsPerSecond: Infinity,
  },
  smtpUrl: '',
  outboxUrl: null,
  providersUrl: null,
  deskUrl: null,
} satisfies Runtime['providers'];
