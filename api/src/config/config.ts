import { z } from 'zod';
import { FEE_SCHEDULES } from '../kernel/money/fees.js';
import { RETENTION_DEFAULT_YEARS, RETENTION_FLOOR_YEARS } from '../kernel/people/retention.rules.js';
import { address } from './address.js';
import { isTimeZone, readArrivalMinutes, readOpeningHours } from './arrival-settings.js';

export const PLACEHOLDER_EMAIL = 'help@flip.example';
export const PLACEHOLDER_PHONE = '(336) 555-0142';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
/** An address that paths are added to. */
const origin = address(['http:', 'https:']);
/** An address below which a provider has its paths. */
const base = address(['http:', 'https:'], ['path']);
const secretList = z
  .string()
  .regex(/^\s*[^\s,]+(\s*,\s*[^\s,]+)*\s*$/, 'secrets separated by commas')
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .optional();
/** A text with a separate form. */
const written = <Read>(read: (text: string) => Read | null, form: string) =>
  z
    .string()
    .max(400)
    .transform((text, context) => {
      const value = read(text);
      if (value !== null) return value;
      context.addIssue({ code: 'custom', message: form });
      return z.NEVER;
    });

/** Most calls of a worker to one provider at a time. */
const parallelCalls = z.coerce.number().int().min(1).max(1_000).default(96);
/** Not set: what the provider allows (runtime.ts). */
const callsPerSecond = z.coerce.number().min(1).max(1_000).optional();
const appleId = z.string().regex(/^[A-Z0-9]{10}$/, 'ten capital letters and digits');
/** Environment variables are one line each: line breaks may be written as \n. */
const pem = z
  .string()
  .max(2_000)
  .transform((text) => text.replaceAll('\\n', '\n'));

/** Every environment variable Flip reads, with its default and bounds. A test compares `.env.example` with this. */
export const configSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  SIMULATOR_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  SIMULATOR_URL: origin.optional(),
  FLIP_DATA: z.string().min(1).default('data'),
  SAFETY_FILE: z.string().min(1).max(1_000).optional(),
  RETENTION_YEARS: z.coerce
    .number()
    .int()
    .min(RETENTION_FLOOR_YEARS)
    .max(100)
    .default(RETENTION_DEFAULT_YEARS),
  ESDB_URL: z.string().optional(),
  ESDB_UI_URL: base.optional(),
  MONGO_URL: z.string().optional(),
  VAULT_URL: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: flag.default(false),
  TEST_MODE: flag.default(true),
  ALLOW_SIMULATOR: flag.default(false),
  DEMO_HISTORY: z.enum(['on', 'off']).default('on'),
  FLIP_TEST_CLOCK: z.string().optional(),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  API_DOCS: flag.optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
  FEE_SCHEDULE: z.enum(FEE_SCHEDULES).default('card-3pct-plus-30c'),
  MIN_TRANSFER_CENTS: z.coerce.number().int().min(1).max(100_000).default(100),
  VERIFIED_WEEKLY_LIMIT_CENTS: z.coerce.number().int().min(1).optional(),
  ACCEPTED_CARD_FUNDING: z.enum(['debit', 'debit,credit']).default('debit'),
  CARD_DECLINES_PER_HOUR: z.coerce.number().int().min(10).max(1_000_000).default(1_000),
  REFUND_FEES_ON_RETURN: flag.default(true),
  LANDING_FORCE_ENGLISH: flag.default(true),
  SUPPORT_EMAIL: z.email().default(PLACEHOLDER_EMAIL),
  SUPPORT_PHONE: z.string().min(5).max(30).default(PLACEHOLDER_PHONE),
  SUPPORT_HOURS: z.string().max(80).optional(),
  COMPANY_NAME: z.string().max(120).optional(),
  COMPANY_LICENSE: z.string().max(120).optional(),
  COMPANY_REGULATOR: z.string().max(120).optional(),
  COMPLAINT_DAYS: z.coerce.number().int().min(1).max(365).optional(),
  PERSONA_API_URL: base.optional(),
  PERSONA_HOSTED_URL: base.optional(),
  PERSONA_API_KEY: z.string().optional(),
  PERSONA_TEMPLATE_ID: z.string().default('itmpl_flip'),
  PERSONA_WEBHOOK_SECRETS: secretList,
  PERSONA_CALLS_PER_SECOND: callsPerSecond,
  PERSONA_VERIFIED_ON: z.enum(['approved', 'completed']).default('approved'),
  PAYPAL_API_URL: origin.optional(),
  PAYPAL_CLIENT_ID: z.string().max(200).optional(),
  PAYPAL_CLIENT_SECRET: z.string().max(200).optional(),
  PAYPAL_WEBHOOK_ID: z.string().max(100).optional(),
  PAYPAL_PARALLEL: parallelCalls,
  PAYPAL_CALLS_PER_SECOND: callsPerSecond,
  STRIPE_API_URL: origin.optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRETS: secretList,
  STRIPE_PARALLEL: parallelCalls,
  STRIPE_CALLS_PER_SECOND: callsPerSecond,
  GOOGLE_CLIENT_ID: z.string().min(1).max(255).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).max(255).optional(),
  GOOGLE_ISSUER: base.default('https://accounts.google.com'),
  APPLE_CLIENT_ID: z.string().min(1).max(255).optional(),
  APPLE_TEAM_ID: appleId.optional(),
  APPLE_KEY_ID: appleId.optional(),
  APPLE_PRIVATE_KEY: pem.optional(),
  APPLE_ISSUER: base.default('https://appleid.apple.com'),
  HOLDING_RULES: z.string().max(400).optional(),
  REVIEW_FOUR_EYES_CENTS: z.coerce.number().int().min(0).default(50_000),
  DESK_FOUR_EYES_CENTS: z.coerce.number().int().min(0).default(50_000),
  DESK_OUTCOME_MINUTES: z.coerce.number().int().min(1).max(10_080).default(30),
  DESK_HOURS: written(
    readOpeningHours,
    'days and hours like Mon-Fri 08:00-22:00, Sat 09:00-17:00, each day once, at least 10 hours a week',
  ).prefault('Mon-Sun 08:00-22:00'),
  DESK_TIME_ZONE: z.string().max(64).refine(isTimeZone, 'not a time zone').default('America/New_York'),
  ARRIVAL_MINUTES: written(
    readArrivalMinutes,
    'every platform once, 1 to 1440 minutes, like Zelle=20',
  ).prefault('Cash App=20, Zelle=20, PayPal=10, Chime=20, Apple Pay=20, Venmo=10'),
  REFUND_BUSINESS_DAYS: z.coerce.number().int().min(1).max(30).default(10),
  SMTP_URL: address(['smtp:', 'smtps:'], ['user', 'path', 'query']).optional(),
  MAIL_FROM: z.string().min(3).default('Flip <no-reply@flip.example>'),
  METRICS_TOKEN: z.string().min(16).optional(),
});

export type Config = z.infer<typeof configSchema>;
/** Injection token of the configuration. */
export const Config: abstract new () => Config = class extends Object {} as never;

/** The address of this server in browsers and mails. */
export function publicUrl(config: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return config.PUBLIC_URL ?? `http://${host}:${String(config.PORT)}`;
}

/** Connection strings of the configured database servers; null when the stores are embedded. */
export function serverUrls({ ESDB_URL, MONGO_URL, VAULT_URL }: Config) {
  if (ESDB_URL === undefined || MONGO_URL === undefined) return null;
  return { eventStore: ESDB_URL, views: MONGO_URL, vault: VAULT_URL ?? MONGO_URL };
}
export type ServerUrls = NonNullable<ReturnType<typeof serverUrls>>;
