import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareRuntime } from '../config/prepare-runtime.js';
import { EMBEDDED_FILES } from '../engine/stores/data-format.js';
import { openEmbeddedVault } from '../engine/vault/embedded-vault.js';
import { writeWithoutServer } from './writing-commands.js';

describe('an operator command without a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-command-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('starts no worker that calls a provider, even when providers are configured', async () => {
    const away = 'http://127.0.0.1:9';
    const prepared = await prepareRuntime({
      ...{ FLIP_DATA: folder, PORT: '0', SMTP_URL: 'smtp://127.0.0.1:9' },
      ...{ PAYPAL_API_URL: away, PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b', PAYPAL_WEBHOOK_ID: 'c' },
    });
    expect(await writeWithoutServer(prepared, ['accept-clock'], () => undefined)).toBe(0);
    const vault = openEmbeddedVault(join(folder, EMBEDDED_FILES.vault));
    const workers = (await vault.scan('lease', null)).map(({ id }) => id);
    await vault.close();
    expect(workers).toEqual(['housekeeping']);
  });

  it('compares nothing with providers that its own configuration does not name', async () => {
    const prepared = await prepareRuntime({ FLIP_DATA: folder, PORT: '0' });
    const said: string[] = [];
    expect(await writeWithoutServer(prepared, ['reconcile'], (line) => void said.push(line))).toBe(2);
    expect(said.join('\n')).toMatch(/^reconcile: STRIPE_SECRET_KEY and PAYPAL_CLIENT_ID name no providers/);
  });
});
