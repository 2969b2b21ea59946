import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareRuntime } from '../../config/prepare-runtime.js';
import { EMBEDDED_FILES } from '../../engine/stores/data-format.js';
import { openEmbeddedVault } from '../../engine/vault/embedded-vault.js';
import { AuthenticVault } from '../../engine/vault/authentic-vault.js';
import { Outbox } from '../../features/accounts/mail/outbox.js';
import { mailList } from '../mail-list.js';
import { writeWithoutServer } from './writing-commands.js';

describe('an operator command without a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-command-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('starts no worker that calls a provider, even when providers are configured', async () => {
    const away = 'http://127.0.0.1:9';
    const prepared = await prepareRuntime({
      FLIP_DATA: folder,
      PORT: '0',
      SMTP_URL: 'smtp://127.0.0.1:9',
      PAYPAL_API_URL: away,
      PAYPAL_CLIENT_ID: 'a',
      PAYPAL_CLIENT_SECRET: 'b',
      PAYPAL_WEBHOOK_ID: 'c',
    });
    expect(await writeWithoutServer(prepared, ['accept-clock'], () => undefined)).toBe(0);
    const vault = openEmbeddedVault(join(folder, EMBEDDED_FILES.vault));
    const workers = (await vault.scan('lease', null)).map(({ id }) => id);
    await vault.close();
    expect(workers.sort()).toEqual(['closed-accounts', 'email-changes', 'housekeeping', 'share-links']);
  });

  it('compares nothing with providers that its own configuration does not name', async () => {
    const prepared = await prepareRuntime({ FLIP_DATA: folder, PORT: '0' });
    const said: string[] = [];
    expect(await writeWithoutServer(prepared, ['reconcile'], (line) => void said.push(line))).toBe(2);
    expect(said.join('\n')).toMatch(/^reconcile: STRIPE_SECRET_KEY and PAYPAL_CLIENT_ID name no providers/);
  });

  it('shows mail that was given up, without its address, and sends it again', async () => {
    const { FLIP_DATA: before } = process.env;
    process.env['FLIP_DATA'] = folder;
    const prepared = await prepareRuntime({ FLIP_DATA: folder, PORT: '0' });
    const { config, dataDir, clock, secrets } = prepared;
    const uid = randomUUID();
    const vault = openEmbeddedVault(join(folder, EMBEDDED_FILES.vault));
    const outbox = new Outbox(new AuthenticVault(vault, secrets), clock);
    await outbox.add(uid, 'password-changed', { uid });
    const [row] = await outbox.due();
    const claimed = row && (await outbox.claim(row.id));
    if (claimed) await outbox.failed(claimed, { code: 'EENVELOPE 550', isFinal: true });
    await vault.close();
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const list = () => mailList({ name: 'mail list', words: [], options: {}, config, dataDir, say });
    await list();
    expect(said[0]).toContain('given_up  password-changed: 1 failures since 2');
    expect(said[0]).toContain('the last EENVELOPE 550');
    expect(await writeWithoutServer(prepared, ['mail', 'retry'], say)).toBe(0);
    await list();
    expect(said.slice(-2)).toEqual([
      '1 mails wait to be sent again',
      expect.stringContaining('0 given up, 0 tried again'),
    ]);
    process.env['FLIP_DATA'] = before ?? '';
    if (before === undefined) delete process.env['FLIP_DATA'];
  });
});
