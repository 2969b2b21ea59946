import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { Clock } from '../../config/clock.js';
import { errorName } from '../../config/error-code.js';
import { LeasedWorker } from '../../subscriptions/leased-worker.js';
import { ProviderSettings } from '../../config/runtime.js';
import { Vault, type VaultRecord } from '../../vault/vault.port.js';
import { OneTimeTokens, type TokenPurpose } from '../passwords/one-time-tokens.js';
import { MailMessages } from './mail-message.js';
import { MailReaders } from './mail-readers.js';
import type { MailKind } from './mail.saga.js';
import { Outbox, type OutboxRow } from './outbox.js';

/** Interval of outbox polling. */
const LOOK_EVERY_MS = 1_000;
/** Deadline of each step of a delivery. */
const SMTP_DEADLINE_MS = 10_000;

/** The token purpose of each mail's link. */
const TOKENS: Readonly<Record<MailKind, TokenPurpose | null>> = {
  'confirm-email': 'confirm-email',
  'reset-password': 'reset-password',
  'password-changed': null,
  'new-device': null,
  'sessions-ended': null,
  'identity-linked': null,
  'social-account': 'reset-password',
};

/**
 * Sends the outbox, one process at a time. Each row is claimed first, so that a process that has lost its lease while it
 * was sending does not send with its successor; only a lost answer of the mail server can double a mail. Tokens are created
 * here, so that they exist only in the mail.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('mail');
  private worker: LeasedWorker | undefined;
  private transport: Promise<Transporter> | undefined;

  @Inject() private readonly vault!: Vault;
  @Inject() private readonly clock!: Clock;
  @Inject() private readonly providers!: ProviderSettings;
  @Inject() private readonly readers!: MailReaders;
  @Inject() private readonly messages!: MailMessages;

  constructor(
    private readonly outbox: Outbox,
    private readonly tokens: OneTimeTokens,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = new LeasedWorker({
      name: 'mail',
      vault: this.vault,
      clock: this.clock,
      everyMs: LOOK_EVERY_MS,
      work: (signal) => this.sendDue(signal),
    });
    this.outbox.onAdded(() => this.worker?.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.stop();
  }

  private async sendDue(signal: AbortSignal): Promise<void> {
    for (const row of await this.outbox.due()) {
      if (signal.aborted) return;
      const claimed = await this.outbox.claim(row);
      if (claimed) await this.deliver(claimed);
    }
  }

  private async deliver(row: VaultRecord<OutboxRow>): Promise<void> {
    try {
      await this.send(row.value);
    } catch (error) {
      const givenUp = await this.outbox.failed(row);
      if (givenUp) this.logger.error(`${row.value.kind} ${row.id} failed permanently: ${errorName(error)}`);
      return;
    }
    await this.outbox.done(row);
  }

  private async send({ kind: asked, to }: OutboxRow): Promise<void> {
    const reader = await this.readers.find(to);
    const kind = reader && kindFor(asked, reader);
    if (!reader || !kind) return;
    const purpose = TOKENS[kind];
    const token = purpose === null ? null : await this.tokens.mint(reader.uid, purpose);
    const transport = await (this.transport ??= connect(this.providers.smtpUrl));
    await transport.sendMail(this.messages.write(kind, reader, token));
  }
}

/**
 * Fits a mail to the account as it is now: nobody is asked to confirm a confirmed address, and who has no password learns
 * how they sign in.
 */
function kindFor(
  kind: MailKind,
  { emailConfirmed, hasPassword }: { readonly emailConfirmed: boolean; readonly hasPassword: boolean },
): MailKind | null {
  if (kind === 'confirm-email' && emailConfirmed) return null;
  return kind === 'reset-password' && !hasPassword ? 'social-account' : kind;
}

/** Loads the mail library with the first mail, not at startup. */
async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: SMTP_DEADLINE_MS,
    greetingTimeout: SMTP_DEADLINE_MS,
    socketTimeout: SMTP_DEADLINE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
