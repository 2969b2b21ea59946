import { randomUUID } from 'node:crypto';
import { verify } from '../../../../../test/support/recorded-facts.js';
import { acceptedTransfer } from '../../../../../test/support/sample-send.js';
import { until } from '../../../../../test/support/till.js';
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
