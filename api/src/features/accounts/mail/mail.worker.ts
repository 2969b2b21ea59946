import { Injectable, Logger } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { errorCode, errorName } from '../../../kernel/error-code.js';
import { unlessAborted } from '../../../engine/waiting/time-limit.js';
import { QueueWorker } from '../../../engine/subscriptions/workers/queue-worker.js';
import { WorkQueues } from '../../../engine/subscriptions/workers/work-queues.js';
import type { VaultRecord } from '../../../engine/vault/vault.port.js';
import { OneTimeTokens, type TokenPurpose } from '../passwords/one-time-tokens.js';
import { type MailMessage, MailMessages } from './mail-message.js';
import { type FoundReader, MailReaders } from './mail-readers.js';
import { isSentTo, type MailKind } from './mail-kinds.rules.js';
import { type MailFailure, Outbox, type OutboxRow } from './outbox.js';
import { isOutdated } from './transfer-mail.js';

/** Interval of outbox polling. */
const LOOK_EVERY_MS = 1_000;
/** Deliveries at a time: a mail that the server is slow to take delays no other. */
const PARALLEL_LIMIT = 4;
const WAITING_LIMIT = 10_000;
/** Deadline of each step of a delivery. */
const SMTP_DEADLINE_MS = 10_000;

/** In place of a token. */
const WITHDRAWN = '';

/** The token purpose of mails with a token in their link. */
const TOKENS: { readonly [Kind in MailKind]?: TokenPurpose } = {
  'confirm-email': 'confirm-email',
  'reset-password': 'reset-password',
  'social-account': 'reset-password',
  'second-factor-code': 'enrolment-mail',
  'second-factor-on': 'undo-factor',
  'email-change-old': 'email-change-old',
  'email-change-new': 'email-change-new',
  'email-changed-old': 'undo-email',
};

/**
 * Sends the outbox, one process at a time. Each row is claimed first, so that a process that has lost its lease while it
 * was sending does not send with its successor; only a lost response of the mail server can duplicate a mail. Tokens are created
 * here, so that they exist only in the mail.
 */
@Injectable()
export class MailWorker extends QueueWorker {
  private readonly logger = new Logger('mail');
  protected readonly name = 'mail';
  protected readonly everyMs = LOOK_EVERY_MS;
  protected readonly queues = new WorkQueues(
    { rows: { limit: () => PARALLEL_LIMIT, work: (id: string) => this.take(id) } },
    WAITING_LIMIT,
  );
  private transport: Promise<Transporter> | undefined;

  constructor(
    private readonly outbox: Outbox,
    private readonly tokens: OneTimeTokens,
    private readonly readers: MailReaders,
    private readonly messages: MailMessages,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.outbox.onAdded((id) => void this.queues.add('rows', id));
  }

  protected async find(): Promise<void> {
    for (const { id } of await this.outbox.due()) this.queues.add('rows', id);
  }

  private async take(id: string): Promise<void> {
    const claimed = await this.outbox.claim(id);
    if (claimed) await this.deliver(claimed);
  }

  private async deliver(row: VaultRecord<OutboxRow>): Promise<void> {
    try {
      await this.send(row);
    } catch (error) {
      const failure = failureOf(error);
      const givenUp = await this.outbox.failed(row, failure);
      if (givenUp) this.logger.error(`${row.value.kind} ${row.id} is given up: ${failure.code}`);
      return;
    }
    await this.outbox.done(row);
  }

  private async send({ id, value }: VaultRecord<OutboxRow>): Promise<void> {
    const { transferId, provider, sessionId } = value;
    const { smtpUrl, stopping } = this.providers;
    const addressed = await this.readers.find(value);
    const kind = addressed && kindFor(addressed.kind, addressed.reader);
    if (smtpUrl === null || !kind) return;
    const { reader, newEmail } = addressed;
    const transfer = await this.readers.transferOf(transferId);
    const card = await this.readers.cardOf(value);
    if (isOutdated(kind, { transfer, card })) return;
    const token = await this.tokenFor(kind, reader, value);
    if (token === WITHDRAWN) return;
    const transport = await (this.transport ??= connect(smtpUrl));
    const signIn = await this.readers.signInOf(sessionId);
    const problem = await this.readers.problemOf(value);
    const named = provider ?? reader.providers[0] ?? null;
    const rule = await this.readers.ruleOf(value);
    const progress = await this.readers.progressOf(transferId);
    const subject = { newEmail, token, transfer, progress, problem, card, signIn, rule, provider: named };
    const sent = transport.sendMail(identified(this.messages.write(kind, reader, subject), id, token));
    // A stop does not wait for the mail server: the mail is sent again under the same id.
    await unlessAborted(sent, stopping);
  }

  /** Null for a mail without a token; WITHDRAWN: mails requested before may not be sent. */
  private async tokenFor(
    kind: MailKind,
    reader: FoundReader,
    { requestedAtMs = 0, changeId }: OutboxRow,
  ): Promise<string | null> {
    const purpose = TOKENS[kind];
    return purpose
      ? ((await this.tokens.mint({ ...reader, changeId }, purpose, requestedAtMs)) ?? WITHDRAWN)
      : null;
  }
}

/**
 * With an id that is the same for every attempt at a row, so that mailboxes show one mail when the response to an attempt was
 * lost. Mails with a token have none: only the last one's link works.
 */
function identified(message: MailMessage, id: string, token: string | null): object {
  const [, domain = 'localhost'] = /@([^>\s]+)/.exec(message.from) ?? [];
  return token !== null ? message : { ...message, messageId: `<${id}@${domain}>` };
}

/**
 * Adjusts a mail to the account's current state: no request to confirm a confirmed address, a reminder of the provider for
 * accounts without a password, and no optional mail without consent.
 */
function kindFor(kind: MailKind, reader: FoundReader): MailKind | null {
  if (kind === 'confirm-email' && reader.emailConfirmed) return null;
  if (kind === 'reset-password' && !reader.hasPassword) return 'social-account';
  // Only an operator removes the second factor of staff.
  if (kind === 'second-factor-on' && reader.isStaff) return 'second-factor-on-staff';
  return isSentTo(kind, reader) ? kind : null;
}

/** Commands of SMTP whose refusal is about this mail: others are about the connection, our login or our own address. */
const ABOUT_THIS_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

/** The library's errors have the server's reply and the command that it answers; a reply from 500 on is final (RFC 5321, 4.2.1). */
function failureOf(error: unknown): MailFailure {
  const { command = '', responseCode = 0 } = Object(error) as { command?: string; responseCode?: number };
  const name = errorCode(error) || errorName(error);
  return {
    code: responseCode > 0 ? `${name} ${String(responseCode)}` : name,
    isFinal: responseCode >= 500 && ABOUT_THIS_MAIL.has(command),
  };
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
