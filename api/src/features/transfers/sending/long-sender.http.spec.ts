import { randomUUID } from 'node:crypto';
import { verify } from '../../../../../test/support/recorded-facts.js';
import { acceptedTransfer } from '../../../../../test/support/sample-send.js';
import { until } from '../../../../../test/support/till.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { openTransfers, sendingOf } from '../../../../../test/support/transfers-app.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

it('a sender with many transfers can send after a restart, and every earlier key repeats its response', async () => {
  let app = await openTransfers();
  const uid = randomUUID();
  await verify(app, uid);
  const [firstKey, lastKey] = [randomUUID(), randomUUID()];
  const first = await sendingOf(app.person(uid)).send({ amount: '40.00' }, firstKey);
  for (let batch = 0; batch < 2; batch++) {
    app.clock.nowMs += 30 * DAY_MS;
    const facts = Array.from({ length: 100 }, () => acceptedTransfer(app.clock.nowMs));
    await app.record(`sender-${uid}`, facts);
  }
  const last = await sendingOf(app.person(uid)).send({ amount: '41.00' }, lastKey);
  await until(async () => (await app.vault.list('state', `sender-${uid}`)).length === 1);
  await app.stop();
  app = await openTransfers(
    {},
    { folder: app.folder, now: new Date(app.clock.nowMs + DAY_MS).toISOString() },
  );
  const reads = jest.spyOn(app.eventLog.store, 'read');
  const again = sendingOf(app.person(uid));
  expect((await again.send({ amount: '42.00' })).status).toBe(201);
  expect((await again.send({ amount: '40.00' }, firstKey)).text).toBe(first.text);
  expect((await again.send({ amount: '41.00' }, lastKey)).text).toBe(last.text);
  expect((await again.send({ amount: '41.01' }, firstKey)).body.code).toBe('idempotency_mismatch');
  const firstRead = reads.mock.calls.map(([, options]) => options?.from ?? 0n);
  expect(firstRead[0]).toBeGreaterThan(100n);
  await app.close();
});

it('an accepted key is recognized although nothing ran for days between its request and its transfer', async () => {
  const app = await openTransfers();
  const uid = randomUUID();
  const sending = sendingOf(app.person(uid));
  const key = randomUUID();
  const pays = jest.spyOn(Transfers.prototype, 'decide').mockRejectedValue(new StoreUnavailable('down'));
  expect((await sending.send({ amount: '40.00' }, key)).status).toBe(503);
  pays.mockRestore();
  app.clock.nowMs += 9 * DAY_MS;
  expect((await sending.send({ amount: '50.00' })).status).toBe(201);
  expect((await sending.send({ amount: '40.01' }, key)).body.code).toBe('idempotency_mismatch');
  const again = await sending.send({ amount: '40.00' }, key);
  expect([again.status, again.body.createdAt]).toEqual([
    201,
    new Date(app.clock.nowMs - 9 * DAY_MS).toISOString(),
  ]);
  await app.close();
});

it('a refused key is refused for eight days, although the amount would fit again, and then is a new attempt', async () => {
  const app = await openTransfers();
  const sending = sendingOf(app.person(randomUUID()));
  const key = randomUUID();
  await sending.send({ amount: '200.00' });
  const again = async () => {
    const { status, body } = await sending.send({ amount: '100.00' }, key);
    return [status, body.code];
  };
  expect(await again()).toEqual([422, 'weekly_limit_exceeded']);
  app.clock.nowMs += 8 * DAY_MS - 1;
  expect(await again()).toEqual([422, 'weekly_limit_exceeded']);
  app.clock.nowMs += 1;
  expect(await again()).toEqual([201, undefined]);
  app.clock.nowMs += 60 * DAY_MS;
  expect(await again()).toEqual([201, undefined]);
  await app.close();
});
