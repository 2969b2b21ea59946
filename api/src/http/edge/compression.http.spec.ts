import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { TestApp } from '../../../../test/support/test-app.js';
import { Compressed } from './route-options.js';

const LIST = { items: Array.from({ length: 200 }, (_, nth) => `transfer ${String(nth)}`) };
const TEXT = JSON.stringify(LIST);

@Controller('lists')
class ListsController {
  @Get('long')
  @Compressed()
  long(): object {
    return LIST;
  }

  @Get('short')
  @Compressed()
  short(): object {
    return { items: [] };
  }

  @Get('secret')
  secret(): object {
    return LIST;
  }

  @Post('long')
  @Compressed()
  change(): object {
    return LIST;
  }
}

@Module({ controllers: [ListsController] })
class ListsModule {}

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.open([ListsModule]);
});
afterAll(() => app.close());

/** The encoding and the bytes of an answer, not decoded. */
async function answerOf(path: string, encoding: string, method: 'GET' | 'POST' = 'GET') {
  const { status, headers, bytes } = await app
    .person('ana')
    .request(method, `/lists/${path}`, { headers: { 'accept-encoding': encoding } });
  return { status, encoding: headers['content-encoding'], vary: headers['vary'], bytes };
}

it('a marked read of more than a kilobyte is compressed as its caller can read it', async () => {
  const brotli = await answerOf('long', 'gzip, br');
  expect([brotli.encoding, brotli.vary]).toEqual(['br', 'accept-encoding']);
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(TEXT);
  const gzip = await answerOf('long', 'gzip');
  expect(gzip.encoding).toBe('gzip');
  expect(gunzipSync(gzip.bytes).toString()).toBe(TEXT);
  expect((await answerOf('long', 'identity')).encoding).toBeUndefined();
});

it('nothing else is: short texts, reads without the mark, commands', async () => {
  for (const [path, method] of [
    ['short', 'GET'],
    ['secret', 'GET'],
    ['long', 'POST'],
  ] as const) {
    const { status, encoding } = await answerOf(path, 'gzip, br', method);
    expect([status, encoding]).toEqual([method === 'GET' ? 200 : 201, undefined]);
  }
});

it('the marked reads are a sender’s own lists and what everyone may read: no sign-in, share, document, export or text of several people', () => {
  const folder = join(import.meta.dirname, '../../features');
  const marked = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.controller.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [...text.matchAll(/@(\w+)\((?:'([^']*)')?\)\n {2}@Compressed\(\)/g)].map(
        ([, method = '', path = '']) => `${method} ${name.replace(/^.*\/|\.controller\.ts$/g, '')} ${path}`,
      );
    });
  expect(marked.toSorted()).toEqual([
    'Get cards ',
    'Get fees schedule',
    'Get me config',
    'Get receipts statements',
    'Get receipts statements/:month/transfers',
    'Get recipients ',
    'Get transfers transfers',
    'Get transfers transfers/:id',
    'Get transfers transfers/:id/timeline',
    'Get verification ',
  ]);
});
