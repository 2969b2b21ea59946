import { inflateRawSync } from 'node:zlib';

const END = 0x06_05_4b_50;
const STORED = 0;

/** The files of a ZIP archive by name, in its order. @throws Error for one that broke off */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('the archive is not complete');
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((at) => archive.readUInt16LE(entry + at));
    const local = archive.readUInt32LE(entry + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(from, from + archive.readUInt32LE(entry + 20));
    const isStored = archive.readUInt16LE(entry + 10) === STORED;
    const nameEnd = entry + 46 + (name ?? 0);
    files.set(archive.toString('utf8', entry + 46, nameEnd), isStored ? bytes : inflateRawSync(bytes));
    entry = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
