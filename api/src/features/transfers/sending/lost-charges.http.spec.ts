import { randomUUID } from 'node:crypto';
import type { Client } from '../../../../../test/support/client.js';
import { findStray } from '../../../../../test/support/desk-app.js';
import { register, verify } from '../../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { openTransfers, sendingOf } from '../../../../../test/support/transfers-app.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { RESTORE_RUN, type RestoreMarker } from '../../../engine/stores/restore-marker.js';
import { WEEK_MS } from '../../../kernel/money/limits.js';
import type { Allowance } from '../../../kernel/money/transfers.js';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { CountStray } from '../../lifecycle/strays/count-stray.js';
import { VerificationModule } from '../../verification/verification.module.js';
import { transferIdOf } from './attempt-transfer.command.js';

let app: TestApp;
let ana: Client;

const marked = async (phase: RestoreMarker['phase']): Promise<void> => {
  const { kind, id, owner } = RESTORE_RUN;
  const version = (await app.vault.get(kind, id))?.version ?? null;
  await app.vault.put(kind, id, { owner, value: { since: '2026-11-01T11:00:00.000Z', phase } }, version);
};

beforeEach(async () => {
  app = await openTransfers({}, { declared: [VerificationModule, AccountsModule] });
  ana = app.person(await register(app));
});
afterEach(() => app.close());

const allowance = async () => (await ana.request<Allowance>('GET', '/allowance')).body;
const at = (ms: number) => new Date(app.clock.nowMs + ms).toISOString();
const HOUR = 3_600_000;

/** The processor's list names a charge that the log has lost, as after a restore. */
const found = async (transferId: string, amountCents: number, uid = ana.uid) => {
  await recordStray(transferId, { amountCents, uid });
  await app.commands.execute(
    new CountStray(
      { uid, transferId, amountCents, chargedAt: at(-HOUR) },
      newCommandContext({ kind: 'system', id: 'strays' }),
    ),
  );
};
/** The charge of a transfer, and what became of it. */
const recordStray = async (transferId: string, named: Parameters<typeof findStray>[2]): Promise<void> => {
  const paymentRef = `pi_${transferId}`;
  await findStray(app, transferId, { paymentRef, uid: ana.uid, chargedAt: at(-HOUR), ...named });
  await app.caughtUp();
};

describe('until the charges since a restored backup are listed', () => {
  it('an unverified sender is asked to try again, and nothing is recorded', async () => {
    await marked('doubted');
    const { send, check } = sendingOf(ana);
    for (const { status, body, headers } of [await send(), await check()]) {
      expect([status, body.code]).toEqual([503, 'restoring']);
      expect(headers['retry-after']).toBe('10');
    }
    expect(await app.events(`sender-${ana.uid}`)).toEqual([]);
    await marked('listed');
    expect((await send()).status).toBe(201);
  });

  it('a verified sender sends, and a send that the log has is repeated', async () => {
    const key = randomUUID();
    const bea = app.person(randomUUID());
    expect((await sendingOf(bea).send({}, key)).status).toBe(201);
    await app.stop();
    app = await reopened();
    await marked('restored');
    expect((await sendingOf(app.person(bea.uid)).send({}, key)).status).toBe(201);
    await verify(app, ana.uid);
    expect((await sendingOf(app.person(ana.uid)).send()).status).toBe(201);
  });
  const reopened = () =>
    openTransfers({}, { declared: [VerificationModule, AccountsModule], folder: app.folder });
});

describe('a charge that the log has lost', () => {
  it('counts in the week of its sender once, from its own instant', async () => {
    const transferId = randomUUID();
    await found(transferId, 20_000);
    await found(transferId, 20_000);
    expect(await allowance()).toMatchObject({
      used: '200.00',
      remaining: '50.00',
      frees: [{ at: at(WEEK_MS - HOUR), amount: '200.00' }],
    });
    expect((await sendingOf(ana).send({ amount: '50.01' })).body).toMatchObject({
      code: 'weekly_limit_exceeded',
      params: { remaining: '50.00' },
    });
    app.clock.nowMs += WEEK_MS - HOUR;
    expect(await allowance()).toMatchObject({ used: '0.00', frees: [] });
  });

  it('does not refuse the repeat that makes it the transfer’s, and counts once', async () => {
    const key = randomUUID();
    await found(transferIdOf(ana.uid, key), 20_000);
    await found(randomUUID(), 5_000);
    expect((await sendingOf(ana).send({ amount: '200.01' }, randomUUID())).status).toBe(422);
    const { status, body } = await sendingOf(ana).send({ amount: '200.00' }, key);
    expect([status, body.id]).toEqual([201, transferIdOf(ana.uid, key)]);
    expect(await allowance()).toMatchObject({ used: '250.00', remaining: '0.00' });
    await found(transferIdOf(ana.uid, key), 20_000);
    expect(await allowance()).toMatchObject({ used: '250.00' });
  });

  it('no longer counts once it is refunded, and is not counted again', async () => {
    const transferId = randomUUID();
    await found(transferId, 12_000);
    await recordStray(transferId, { more: [{ type: 'StrayRefunded', data: { refundRef: 're_1' } }] });
    await app.caughtUp('stray-allowance');
    expect(await allowance()).toMatchObject({ used: '0.00', remaining: '250.00' });
    await found(transferId, 12_000);
    expect(await allowance()).toMatchObject({ used: '0.00' });
    const types = (await app.events(`sender-${ana.uid}`)).map(({ type }) => type);
    expect(types).toEqual(['StrayCounted', 'StrayReleased']);
  });

  it('still counts when it is closed, since it was paid out', async () => {
    const transferId = randomUUID();
    await found(transferId, 12_000);
    await recordStray(transferId, {
      more: [{ type: 'StrayClosed', data: { reason: 'Paid: ZL-1', operator: 'olga' } }],
    });
    await app.caughtUp('stray-allowance');
    expect(await allowance()).toMatchObject({ used: '120.00' });
  });

  it('does not count when the log has its transfer, or has lost its sender', async () => {
    const { body } = await sendingOf(ana).send({ amount: '45.00' });
    await found(body.id, 4_500);
    expect(await allowance()).toMatchObject({ used: '45.00' });
    const lost = randomUUID();
    await found(randomUUID(), 4_500, lost);
    expect(await app.events(`sender-${lost}`)).toEqual([]);
  });
});
