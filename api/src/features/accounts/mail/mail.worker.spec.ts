import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { createTransport } from 'nodemailer';
import { lifecycleEvents } from '../../lifecycle/state/lifecycle.events.js';
import { Codec } from '../../../engine/event-store/codec.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { Saga } from '../../../event-sourcing/saga.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { DataKeys } from '../../../engine/event-store/data-keys.js';
import type { Vault } from '../../../engine/vault/vault.port.js';
import { openMailbox } from '../../../../../simulator/mail/mailbox.js';
import { HeldCalls } from '../../../../../test/support/held-calls.js';
import { InMemoryLog, openInMemoryEventStore } from '../../../../../test/support/in-memory-event-store.js';
import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { InMemoryViews, openInMemoryViewStore } from '../../../../../test/support/in-memory-view-store.js';
import { newContext, until } from '../../../../../test/support/till.js';
import { changed } from '../../../../../test/support/till-views.js';
import { MINUTE, TransferLife } from '../../../../../test/support/transfer-life.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import type { OneTimeTokens } from '../passwords/one-time-tokens.js';
import type { MailMessages } from './mail-message.js';
import type { MailReaders } from './mail-readers.js';
import { mailSaga, type RequestedMail } from './mail.saga.js';
import type { MailChoices } from './mail-kinds.rules.js';
import { MailWorker } from './mail.worker.js';
import { Outbox } from './outbox.js';
import { QueueMail, QueueMailHandler } from './queue-mail.command.js';

const clock = { nowMs: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.nowMs };
const ROWS = 20;

/** The process believes that it holds the lease, as one does that was starved while another took it. */
function unleased(vault: Vault): Vault {
  return changed<Vault>(vault, {
    get: (kind, id) => (kind === 'lease' ? Promise.resolve(null) : vault.get<never>(kind, id)),
    put: (...asked) => (asked[0] === 'lease' ? Promise.resolve('ok') : vault.put(...asked)),
  });
}

interface WorkerParts {
  readonly vault?: Vault;
  /** In place of the mailbox. */
  readonly transport?: object;
}

/** One vault and one log, a mailbox, and processes that mail. */
class MailWorld {
  readonly vault = openInMemoryVault(new InMemoryRecords());
  readonly outbox = new Outbox(this.vault, clock);
  /** Of every reader, read when a mail is sent. */
  readonly reader: { emailConfirmed: boolean; choices: MailChoices } = { emailConfirmed: true, choices: {} };
  private readonly codec = new Codec(
    lifecycleEvents,
    new DataKeys(this.vault, { keyEncryptionKey: 'A'.repeat(43) + '=' }),
  );
  private readonly store = openInMemoryEventStore(new InMemoryLog());
  readonly mails: { readonly to: readonly string[]; readonly subject: string }[] = [];
  private readonly running: { stop(): Promise<void> }[] = [];
  private mailbox: Awaited<ReturnType<typeof openMailbox>> | undefined;

  get sent(): readonly string[] {
    return this.mails.map(({ subject }) => subject);
  }

  async startWorker({ vault = this.vault, transport }: WorkerParts = {}): Promise<void> {
    const { mails } = this;
    const add = (_: string, mail: MailWorld['mails'][number]) => mails.push(mail);
    const memory = { state: { mails: [] }, add, save: () => Promise.resolve() };
    this.mailbox ??= await openMailbox({ memory: memory as never, clock });
    const readers = {
      find: ({ kind, to: { uid } }: { readonly kind: string; readonly to: { readonly uid: string } }) =>
        Promise.resolve({
          kind,
          reader: { uid, hasPassword: true, providers: [], closedAt: null, ...this.reader },
          newEmail: null,
        }),
      transferOf: () => Promise.resolve(null),
      progressOf: () => Promise.resolve(null),
      problemOf: () => Promise.resolve(null),
      cardOf: () => Promise.resolve(null),
      signInOf: () => Promise.resolve(null),
      ruleOf: () => Promise.resolve(null),
    };
    const messages = {
      write: (kind: string, { uid }: { readonly uid: string }) => ({
        from: 'flip@flip.example',
        to: `${uid}@people.example`,
        subject: `${kind} ${uid}`,
        text: 'x',
      }),
    };
    const worker = new MailWorker(
      new Outbox(vault, clock),
      {} as OneTimeTokens,
      readers as unknown as MailReaders,
      messages as unknown as MailMessages,
    );
    Object.assign(worker, {
      ...(transport && { transport: Promise.resolve(transport) }),
      vault,
      clock,
      providers: { smtpUrl: this.mailbox.url },
    });
    worker.onApplicationBootstrap();
    this.running.push({ stop: () => worker.beforeApplicationShutdown() });
  }

  /** Follows the log as another process would. */
  async startSaga(saga: typeof mailSaga = mailSaga): Promise<void> {
    const handler = new QueueMailHandler(this.outbox, { smtpUrl: '' } as never);
    const dispatch = (mail: RequestedMail) => handler.execute(new QueueMail(mail));
    const log = new EncryptedEventLog(this.store, this.codec);
    const views = openInMemoryViewStore(new InMemoryViews());
    const sagas = [{ saga: saga as Saga, dispatch: dispatch as never }];
    const timing = { checkpointEveryMs: 5, retryPauseMs: 1 };
    const runner = new SubscriptionRunner({ log, views, vault: this.vault }, { sagas }, timing);
    await runner.start();
    this.running.push(runner);
  }

  /** Records a life and waits until the saga has seen all of it. */
  async live({ of, events }: TransferLife): Promise<void> {
    const { commandId, correlationId, causationId, actor } = newContext();
    const ids = { commandId, $correlationId: correlationId, $causationId: causationId };
    const log = new EncryptedEventLog(this.store, this.codec);
    const dated = events.map((event) => {
      const schemaVersion = log.declarations.get(event.type)?.schemaVersion ?? 1;
      const metadata = { schemaVersion, ...ids, actor, at: '2026-11-20T12:00:00.000Z' };
      return { ...event, id: randomUUID(), metadata };
    });
    const { position } = await log.append(`transfer-${of.transferId}`, 'no_stream', dated);
    await this.readThrough(position);
  }

  async readThrough(position: string): Promise<void> {
    await until(async () => {
      const stored = await this.vault.get<{ readonly through: string }>('checkpoint', 'mail');
      return (stored?.value.through ?? '') >= position;
    });
  }

  async nothingWaits(): Promise<void> {
    await waitFor('the mails', async () => ((await this.outbox.due()).length === 0 ? true : null));
  }

  /** Ends after the mails in hand. */
  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map((one) => one.stop()));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.mailbox?.close();
  }
}

let world: MailWorld;
beforeEach(() => {
  world = new MailWorld();
});
afterEach(() => world.close());

function deliveredLife(): TransferLife {
  const of = { ...new TransferLife().of, uid: randomUUID(), transferId: randomUUID() };
  const life = new TransferLife(of).toSubmitted();
  life.paidOut('delivered');
  return life;
}

it('two processes that both believe they hold the lease send every mail once', async () => {
  const uids = Array.from({ length: ROWS }, () => randomUUID());
  for (const uid of uids) await world.outbox.add(uid, 'password-changed', { uid });
  await world.startWorker({ vault: unleased(world.vault) });
  await world.startWorker({ vault: unleased(world.vault) });
  await world.nothingWaits();
  await world.stop();
  expect(world.sent.toSorted()).toEqual(uids.map((uid) => `password-changed ${uid}`).sort());
});

it('a receipt is mailed once, even when two processes follow the log and a later one rereads all of it', async () => {
  await world.startSaga();
  await world.startSaga();
  const life = deliveredLife();
  await world.live(life);
  await world.startWorker({ vault: unleased(world.vault) });
  await world.startWorker({ vault: unleased(world.vault) });
  await world.nothingWaits();
  await world.stop();
  const mails = ['transfer-receipt', 'transfer-delivered'].map((kind) => `${kind} ${life.of.uid}`);
  expect(world.sent.toSorted()).toEqual(mails.toSorted());

  const position = (await world.vault.get<{ readonly through: string }>('checkpoint', 'mail'))?.value.through;
  await world.vault.delete('checkpoint', 'mail');
  await world.startSaga({ ...mailSaga, startAt: 'beginning' });
  await world.startWorker();
  await world.readThrough(position ?? '');
  await world.nothingWaits();
  await world.stop();
  expect(world.sent).toHaveLength(2);
});

it('a mail without an acknowledged delivery is sent again as the same message', async () => {
  const ids: unknown[] = [];
  const uid = randomUUID();
  await world.outbox.add(uid, 'password-changed', { uid });
  const sendMail = ({ messageId }: { readonly messageId?: string }) => {
    ids.push(messageId);
    return ids.length === 1 ? Promise.reject(new Error('lost')) : Promise.resolve();
  };
  await world.startWorker({ transport: { sendMail } });
  await world.nothingWaits();
  clock.nowMs += 10_000;
  await until(() => ids.length === 2);
  expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@flip\.example>$/);
  expect(ids[1]).toBe(ids[0]);
});

/** A mail server that answers RCPT TO like this. */
async function serverWith(reply: string) {
  const server = createServer((socket) => {
    socket.unref();
    socket.write('220 here\r\n');
    socket.on('data', (line: Buffer) => {
      const answers: Record<string, string> = { RCPT: reply, EHLO: '250 here', QUIT: '221 bye' };
      const verb = line.toString().slice(0, 4).toUpperCase();
      socket.write(`${answers[verb] ?? '250 ok'}\r\n`);
    });
    socket.on('error', () => undefined);
  });
  server.unref();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, url: `smtp://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}

it.each([
  [
    'that is asked to come back later waits',
    '451 4.7.1 Greylisted',
    { failing: ['EENVELOPE 451'], givenUp: [] },
  ],
  [
    'whose recipient does not exist is given up',
    '550 5.1.1 No such user',
    { failing: [], givenUp: ['EENVELOPE 550'] },
  ],
])('a mail %s', async (_, reply, expected) => {
  const uid = randomUUID();
  await world.outbox.add(uid, 'password-changed', { uid });
  const { server, url } = await serverWith(reply);
  const transport = createTransport({ url });
  await world.startWorker({ transport });
  const failures = async () => {
    const [failing, givenUp] = [await world.outbox.failing(), await world.outbox.givenUp()];
    const of = (rows: typeof failing) => rows.map(({ value }) => value.failure);
    return failing.length + givenUp.length > 0 ? { failing: of(failing), givenUp: of(givenUp) } : null;
  };
  expect(await waitFor('the failure', failures)).toEqual(expected);
  server.close();
});

it('a mail that the server does not take delays no other', async () => {
  const held = new HeldCalls();
  const taken: string[] = [];
  const uids = Array.from({ length: ROWS }, () => randomUUID());
  for (const uid of uids) await world.outbox.add(uid, 'password-changed', { uid });
  const sendMail = ({ to }: { readonly to: string }) =>
    to.startsWith(uids[0] ?? '') ? held.hold(to, () => undefined) : Promise.resolve(taken.push(to));
  await world.startWorker({ transport: { sendMail } });
  await waitFor('the others', () => Promise.resolve(taken.length === ROWS - 1 || null));
  expect(held.keys).toHaveLength(1);
  await held.end();
});

describe('for a delivered transfer', () => {
  const mailed = async ({ of }: TransferLife) => {
    await world.nothingWaits();
    await world.stop();
    return world.sent.map((subject) => subject.replace(` ${of.uid}`, ''));
  };

  it.each([
    ['no optional mail', { emailConfirmed: true, choices: { emailOptIn: false } }],
    ['no saved choice', { emailConfirmed: true, choices: {} }],
    ['an address nobody confirmed', { emailConfirmed: false, choices: {} }],
  ] as const)('the sender gets receipt and delivery, also with %s', async (_, reader) => {
    Object.assign(world.reader, reader);
    await world.startSaga();
    const life = deliveredLife();
    await world.live(life);
    await world.startWorker();
    expect((await mailed(life)).toSorted()).toEqual(['transfer-delivered', 'transfer-receipt']);
  });
});

it('the sender gets no optional mail that was queued before they unsubscribed', async () => {
  world.reader.choices = { emailOptIn: true };
  await world.startSaga();
  const life = new TransferLife({ ...new TransferLife().of, uid: randomUUID(), transferId: randomUUID() });
  life.pay();
  life.answered('requires_action');
  life.wait(31 * MINUTE).elapse();
  life.answered('cancelled');
  await world.live(life);
  world.reader.choices = { emailOptIn: false };
  await world.startWorker();
  await world.nothingWaits();
  await world.stop();
  expect(world.sent).toEqual([]);
});
