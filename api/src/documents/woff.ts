import { inflateSync } from 'node:zlib';

/** Bytes of the two headers, and of a table's entry in each (W3C WOFF 1.0; OpenType, "Table Directory"). */
const WOFF = { head: 44, entry: 20 };
const OPENTYPE = { head: 12, entry: 16 };

/** A WOFF 1.0 file as the OpenType file that it packs: a reader of the packed one unpacks a table again for every letter. */
export function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(OPENTYPE.head + OPENTYPE.entry * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let end = head.length;
  for (let index = 0; index < count; index += 1) {
    const from = WOFF.head + WOFF.entry * index;
    const to = OPENTYPE.head + OPENTYPE.entry * index;
    const table = tableOf(woff, from);
    // Its tag and checksum.
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(end, to + 8);
    head.writeUInt32BE(table.length, to + 12);
    tables.push(table);
    end += table.length;
  }
  return Buffer.concat([head, ...tables]);
}

function tableOf(woff: Buffer, entry: number): Buffer {
  const [offset, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
  const packed = woff.subarray(offset, (offset ?? 0) + (packedLength ?? 0));
  return packedLength === length ? packed : inflateSync(packed);
}
