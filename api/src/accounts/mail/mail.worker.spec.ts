import { randomUUID } from 'node:crypto';
import type { Clock } from '../../config/clock.js';
import type { Vault } from '../../vault/vault.port.js';
import { openMailbox } from '../../simulator/mailbox.js';
import { InMemoryRecords, openInMemoryVault } from '../../../../test/support/in-memory-vault.js';
import { changed } from '../../../../test/support/till-views.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { OneTimeTokens } from '../passwords/one-time-tokens.js';
import { MailWorker } from './mail.worker.js';
import { Outbox } from './outbox.js';

const clock: Clock = { now: () => Date.parse('2026-11-01T12:00:00Z') };
const ROWS = 20;

/** The process believes that it holds the lease, as one does that was starved while another took it. */
function unleased(vault: Vault): Vault {
  return changed<Vault>(vault, {
    get: (kind, id) => (kind === 'lease' ? Promise.resolve(null) : vault.get<never>(kind, id)),
    put: (...asked) => (asked[0] === 'lease' ? Promise.resolve('ok') : vault.put(...asked)),
  });
}

it('two processes that both believe to hold the lease send every mail once', async () => {
  const mails: { readonly to: readonly string[] }[] = [];
  const memory = { state: { mails }, save: () => Promise.resolve() };
  const mailbox = await openMailbox({ memory: memory as never, clock });
  const vault = openInMemoryVault(new InMemoryRecords());
  const outbox = new Outbox(vault, clock);
  const uids = Array.from({ length: ROWS }, () => randomUUID());
  for (const uid of uids) await outbox.add(uid, 'password-changed', { uid });
  const workers = [1, 2].map(() => {
    const worker = new MailWorker(new Outbox(vault, clock), {} as OneTimeTokens);
    const parts = {
      vault: unleased(vault),
      clock,
      providers: { smtpUrl: mailbox.url },
      readers: {
        find: ({ uid }: { readonly uid: string }) => Promise.resolve({ uid, providers: [] }),
        transferOf: () => Promise.resolve(null),
      },
      messages: {
        write: (_kind: string, { uid }: { readonly uid: string }) => ({
          from: 'flip@flip.example',
          to: `${uid}@people.example`,
          text: 'changed',
        }),
      },
    };
    Object.assign(worker, parts);
    worker.onApplicationBootstrap();
    return worker;
  });
  await waitFor('the mails', async () => ((await outbox.due()).length === 0 ? true : null));
  // Ends after the mails in hand.
  await Promise.all(workers.map((worker) => worker.beforeApplicationShutdown()));
  await mailbox.close();
  const sent = mails.flatMap(({ to }) => to);
  expect(sent.sort()).toEqual(uids.map((uid) => `${uid}@people.example`).sort());
});
