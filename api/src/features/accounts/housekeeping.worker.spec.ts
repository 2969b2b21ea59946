import { openAccounts } from '../../../../test/support/accounts-app.js';
import { Vault } from '../../engine/vault/vault.port.js';
import { GIVEN_UP, sentIn } from './mail/outbox.js';
import { sweptWith } from '../../engine/vault/attempt-limiter.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

it('removes expired records and keeps the rest', async () => {
  const first = await openAccounts();
  const daysAgo = (days: number) => first.clock.nowMs - days * DAY_MS;
  const put = (kind: 'attempts' | 'outbox', id: string, owner: string, value = {}) =>
    first.get(Vault).put(kind, id, { owner, value }, null);
  await put('attempts', 'of-today', sweptWith(daysAgo(0)));
  await put('attempts', 'of-yesterday', sweptWith(daysAgo(1)));
  await put('attempts', 'of-last-week', sweptWith(daysAgo(7)));
  await put('outbox', 'sent-last-month', sentIn(daysAgo(30)));
  await put('outbox', 'sent-last-spring', sentIn(daysAgo(150)));
  await put('outbox', 'given-up-last-month', GIVEN_UP, { requestedAtMs: daysAgo(30) });
  await put('outbox', 'given-up-last-spring', GIVEN_UP, { requestedAtMs: daysAgo(150) });
  await first.stop();
  const second = await openAccounts({ folder: first.folder });
  const vault = second.get(Vault);
  const isThere = async (kind: 'attempts' | 'outbox', id: string) => (await vault.get(kind, id)) !== null;
  while ((await isThere('attempts', 'of-last-week')) || (await isThere('outbox', 'given-up-last-spring')))
    await new Promise((done) => setTimeout(done, 50));
  expect([
    await isThere('attempts', 'of-today'),
    await isThere('attempts', 'of-yesterday'),
    await isThere('outbox', 'sent-last-month'),
    await isThere('outbox', 'sent-last-spring'),
    await isThere('outbox', 'given-up-last-month'),
  ]).toEqual([true, true, true, false, true]);
  await second.close();
});
