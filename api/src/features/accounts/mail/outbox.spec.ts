import { randomUUID } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { Registry } from 'prom-client';
import type { ReadGauges, RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { MailMetrics } from './mail.metrics.js';
import { Outbox } from './outbox.js';

const clock = { nowMs: Date.UTC(2026, 10, 20), now: () => clock.nowMs };
const MINUTE_MS = 60_000;

/** A mail in a separate outbox, tried as often as it is due. */
async function mailIn(vault = openInMemoryVault(new InMemoryRecords())) {
  const outbox = new Outbox(vault, clock);
  const uid = randomUUID();
  await outbox.add(uid, 'password-changed', { uid });
  const tryUntilGivenUp = async (isFinal: boolean) => {
    const triedAtMinutes: number[] = [];
    const startMs = clock.nowMs;
    let isGivenUp = false;
    while (!isGivenUp) {
      const [row] = await outbox.due();
      const claimed = row && (await outbox.claim(row.id));
      if (!claimed) throw new Error('No mail is due');
      triedAtMinutes.push(Math.floor((clock.nowMs - startMs) / MINUTE_MS));
      isGivenUp = await outbox.failed(claimed, { code: 'EENVELOPE 450', isFinal });
      clock.nowMs = (await outbox.failing())[0]?.value.notBeforeMs ?? clock.nowMs;
    }
    return triedAtMinutes;
  };
  return { outbox, tryUntilGivenUp };
}

describe('a mail that the server does not take', () => {
  it('is tried soon, then every half an hour to two hours, for four days', async () => {
    const { outbox, tryUntilGivenUp } = await mailIn();
    const minutes = await tryUntilGivenUp(false);
    expect(minutes.slice(0, 9)).toEqual([0, 0, 0, 2, 12, 42, 102, 222, 342]);
    const longestWait = Math.max(...minutes.slice(1).map((minute, index) => minute - (minutes[index] ?? 0)));
    expect(longestWait).toBe(120);
    expect(Math.floor((minutes.at(-1) ?? 0) / 60)).toBe(97);
    expect(await outbox.givenUp()).toMatchObject([{ value: { failure: 'EENVELOPE 450' } }]);
    expect(await outbox.due()).toEqual([]);
  });

  it('for good is given up at once', async () => {
    const { outbox, tryUntilGivenUp } = await mailIn();
    const registry = new Registry();
    const reads: ReadGauges[] = [];
    const metrics = { addReader: (read: ReadGauges) => reads.push(read) } as unknown as RequestMetrics;
    new MailMetrics(metrics, outbox).onModuleInit();
    expect(await tryUntilGivenUp(true)).toEqual([0]);
    await Promise.all(reads.map((read) => read(registry)));
    expect(await registry.metrics()).toContain('flip_mail_given_up 1');
  });

  it('and was given up is tried like a new one when an operator asks for it', async () => {
    const { outbox, tryUntilGivenUp } = await mailIn();
    await tryUntilGivenUp(true);
    const [row] = await outbox.givenUp();
    expect(await outbox.retry(randomUUID())).toBe(0);
    expect(await outbox.retry(row?.id)).toBe(1);
    expect(await outbox.givenUp()).toEqual([]);
    expect(await tryUntilGivenUp(false)).toHaveLength((await (await mailIn()).tryUntilGivenUp(false)).length);
  });
});

it('a mail about a cancelled transfer that waits under its earlier name is sent under the new one, once', async () => {
  const vault = openInMemoryVault(new InMemoryRecords());
  const outbox = new Outbox(vault, clock);
  const [cause, uid] = [randomUUID(), randomUUID()];
  const row = { kind: 'transfer-canceled', to: { uid }, transferId: 't1', failures: 0, notBeforeMs: 0 };
  const id = uuidV5(row.kind, cause);
  await vault.put('outbox', id, { owner: 'mail-waiting', value: row }, null);

  await outbox.addAbout({ transferId: 't1' }, cause, { kind: 'transfer-cancelled', to: { uid } });
  expect((await outbox.due()).map((waiting) => waiting.id)).toEqual([id]);
  expect((await outbox.claim(id))?.value.kind).toBe('transfer-cancelled');
});
