import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { LOOPBACK } from '../simulator-server.js';
import type { SimulatorMemory } from '../control/simulator-memory.js';
import { MAILBOX_SIZE_LIMIT, type ReceivedMail } from '../control/simulator-state.js';
import type { Simulation } from '../simulation.js';

/** Largest accepted mail, bytes. */
const MAIL_SIZE_LIMIT_BYTES = 256 * 1024;
/** Most recipients shown per mail. */
const RECIPIENT_LIMIT = 50;
const SUBJECT_MAX_LENGTH = 400;
const CONNECTION_LIMIT = 50;
const SOCKET_DEADLINE_MS = 10_000;

/** Accepts mail over SMTP on a separate port (0 = any free one). Every address exists; nothing is forwarded. */
export async function openMailbox(
  simulation: Pick<Simulation, 'memory' | 'clock'>,
  port = 0,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_SIZE_LIMIT_BYTES,
    maxClients: CONNECTION_LIMIT,
    socketTimeout: SOCKET_DEADLINE_MS,
    closeTimeout: 1_000,
    onData: (stream, session, done) => {
      receive(simulation, stream, session).then(() => done(), done);
    },
  });
  // The sender handles broken connections; without a listener they would end the process.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', ({ message }) => reject(new Error(`SIMULATOR_SMTP_PORT: ${message}`)));
    server.listen(port, LOOPBACK, () => resolve());
  });
  const { port: bound } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://${LOOPBACK}:${bound}`, close };
}

/** Keeps the newest mails within both limits. */
function keepMail(memory: SimulatorMemory, mail: ReceivedMail): void {
  memory.add('mails', mail);
  let size = memory.state.mails.reduce((sum, kept) => sum + sizeOf(kept), 0);
  for (const oldest of [...memory.state.mails]) {
    if (size <= MAILBOX_SIZE_LIMIT || oldest === mail) return;
    memory.remove('mails', oldest);
    size -= sizeOf(oldest);
  }
}

async function receive(
  { memory, clock }: Pick<Simulation, 'memory' | 'clock'>,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const raw = await readMail(stream);
  if (raw === null) throw Object.assign(new Error('The mail is too large'), { responseCode: 552 });
  const parsed = await PostalMime.parse(raw, { maxNestingDepth: 8 });
  const sender = session.envelope.mailFrom;
  keepMail(memory, {
    id: randomUUID(),
    at: new Date(clock.now()).toISOString(),
    from: parsed.from?.address ?? (sender === false ? '' : sender.address),
    to: session.envelope.rcptTo.slice(0, RECIPIENT_LIMIT).map(({ address }) => address),
    subject: (parsed.subject ?? '').slice(0, SUBJECT_MAX_LENGTH),
    text: parsed.text ?? '',
    html: parsed.html ?? null,
  });
  await memory.save();
}

/** The mail's bytes, or null when it is too large; the rest is drained so that the refusal can be sent. */
async function readMail(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAIL_SIZE_LIMIT_BYTES) chunks.push(chunk);
  }
  return size > MAIL_SIZE_LIMIT_BYTES ? null : Buffer.concat(chunks);
}

function sizeOf(mail: ReceivedMail): number {
  return mail.subject.length + mail.text.length + (mail.html?.length ?? 0);
}
