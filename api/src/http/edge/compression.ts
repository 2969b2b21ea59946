import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** A smaller response fits into a packet as it is. */
const MIN_BYTES = 1_024;
/** Of eleven for brotli and nine for gzip: levels above cost more time than they save on the way. */
const LEVEL = 4;

const OPTIONS = {
  encodings: ['br' as const, 'gzip' as const],
  customTypes: /^application\/json(?:;|$)/,
  threshold: MIN_BYTES,
  brotliOptions: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: LEVEL,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  },
  zlibOptions: { level: LEVEL },
};

/**
 * Compresses only the JSON of reads with `@Compressed()`: next to text that a caller chooses, the length
 * of a compressed secret tells what it is. Before routes exist.
 */
export async function compressReads(app: NestFastifyApplication): Promise<void> {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      if (route.method === 'GET' && route.config?.isCompressed === true) route.compress = OPTIONS;
    });
  await app.register(compress, { global: false });
}
