// Writes a .br file next to every text file of the built web, so that the server never compresses a response. Pages are not
// among them: they have gaps, which the server fills in and compresses when it starts.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const ROOT = new URL('../dist/web/', import.meta.url).pathname;
const TEXT = new Set(['.js', '.css', '.json', '.svg', '.txt', '.webmanifest']);
/** A compressed copy of a smaller file saves less than a packet. */
const MIN_BYTES = 512;
/** Of larger files, the lists of words, the last level takes twice as long and makes nothing of it. */
const LAST_LEVEL_MAX_BYTES = 600_000;

const entries = await readdir(ROOT, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));

for (const file of files) {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) continue;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_QUALITY]: content.length > LAST_LEVEL_MAX_BYTES ? 10 : 11,
  };
  await writeFile(`${file}.br`, await compress(content, { params }));
}
