import { readSecrets } from '../../api/src/config/secrets-file.js';
import { enteredCard, type Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { ops } from '../support/ops.js';
import { waitFor } from '../support/wait-for.js';

interface AtProcessor {
  readonly items: readonly { readonly payment: { readonly id: string; readonly status: string } }[];
}

describe('operators of paid transfers', () => {
  let server: FlipServer;
  let sender: Browser;
  let transferId: string;

  beforeAll(async () => {
    server = await FlipServer.start();
    await ops(server.dataDir, 'migrate-holding-rules', 'velocity');
    sender = server.browser();
    await sender.signUp();
    await fetch(`${server.simulatorUrl}/control/desk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"auto":false}',
    });
    transferId = await sender.sendPaid({ platform: 'Cash App' }, server.simulatorUrl);
  });
  afterAll(() => server.dispose());

  it('see all events of one, personal fields only on request', async () => {
    const { code, output } = await ops(server.dataDir, 'transfer', transferId);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/PaymentCaptured {2}20/);
    expect(output).toMatch(/authorize +20\S+ {2}PaymentAuthorized after \d+ ms/);
    expect(output).toMatch(/capture +20\S+ {2}PaymentCaptured after \d+ ms/);
    expect(output).toMatch(/stage {6}captured/);
    expect(output).toMatch(/timers {5}payout due 20/);
    expect(output).not.toContain('Okafor');
    const revealed = await ops(server.dataDir, 'transfer', transferId, '--reveal');
    expect(revealed.output).toContain('recipient: "Maya Okafor"');
  });

  it('see it in the metrics, with the provider calls made for it', async () => {
    const { text } = await sender.get('/metrics');
    expect(text).toMatch(/^flip_open_transfers{stage="captured"} 1$/m);
    expect(text).toMatch(/^flip_desk_open_tasks{kind="claim"} 1$/m);
    expect(text).toMatch(/^flip_oldest_outstanding_call_seconds 0$/m);
    const calls = 'flip_provider_call_duration_seconds_count{provider="stripe",operation=';
    for (const call of ['"authorize",outcome="authorized"', '"capture",outcome="captured"'])
      expect(text).toContain(`${calls}${call}} 1`);
  });

  it('can verify the ledger', async () => {
    const { code, output } = await ops(server.dataDir, 'verify');
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/ledger: captured (\d+\.\d\d), .*, open \1, .* on 1 day$/m);
  });

  it('reconcile with the providers, which reports a refund made outside Flip', async () => {
    expect(await ops(server.dataDir, 'reconcile')).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 transfers compared, 0 differences, 0 stray charges') as string,
    });
    const { simulatorApiKey } = readSecrets(server.dataDir);
    const listed = await fetch(`${server.simulatorUrl}/control/payments`);
    const [paid] = ((await listed.json()) as AtProcessor).items;
    const refund = await fetch(`${server.simulatorUrl}/v1/refunds`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${simulatorApiKey}`,
        'idempotency-key': 'by-hand',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `payment_intent=${paid?.payment.id}&amount=100`,
    });
    expect(refund.status).toBe(200);
    const { code, output } = await ops(server.dataDir, 'reconcile');
    expect({ code, output }).toMatchObject({ code: 1 });
    expect(output).toMatch(
      new RegExp(`${transferId} {2}refund: recorded 0 refunds, at the provider re_\\w+ completed`),
    );
  });

  it('see a payment held by a rule: it is authorized, not charged, and its sender sees no hold', async () => {
    const hasty = server.browser();
    await hasty.signUp();
    for (let refused = 0; refused < 2; refused += 1)
      expect((await hasty.send({ amount: '300.00' })).status).toBe(422);
    const cardToken = await enteredCard(server.simulatorUrl);
    const { body } = await hasty.send<{ id: string }>({ amount: '20.00', cardToken });
    const isReserved = async () => {
      const listed = await fetch(`${server.simulatorUrl}/control/payments`);
      const { items } = (await listed.json()) as AtProcessor;
      return items.some(({ payment }) => payment.status === 'requires_capture') || null;
    };
    await waitFor('the authorization', isReserved);
    const life = await waitFor('the hold', async () => {
      const { output } = await ops(server.dataDir, 'transfer', body.id);
      return /PaymentAuthorized {2}20[^]*HoldPlaced {2}20|HoldPlaced {2}20[^]*PaymentAuthorized {2}20/.test(
        output,
      )
        ? output
        : null;
    });
    expect(life).toMatch(/stage {6}authorized/);
    expect(life).not.toContain('CaptureRequested');
    expect(await isReserved()).toBe(true);
    for (const part of ['', '/timeline', '/receipt']) {
      const { text } = await hasty.get(`/api/transfers/${body.id}${part}`);
      expect(text).not.toMatch(/hold|held|review|case|velocity/i);
    }
    expect((await hasty.get(`/api/transfers/${body.id}`)).body).toMatchObject({ status: 'processing' });
  });

  it('get an error for an unknown transfer', async () => {
    expect(await ops(server.dataDir, 'transfer', 'nobody')).toMatchObject({
      code: 2,
      output: expect.stringContaining('There is no paid transfer nobody') as string,
    });
  });
});
