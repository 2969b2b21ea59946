import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projections, streamPrefixes } from './features.js';

const ROOMS = ['accounts', 'transfers', 'verification', 'preferences', 'compliance'];
/** How the code of a room writes the name of a stream. */
const STREAM_NAME = /`([a-z]+-)\$\{/g;
/** Ids of vault records that are written the same way. */
const RECORD_NAMES = ['attempts-'];

function sourceOf(room: string): readonly string[] {
  const files = readdirSync(join(__dirname, room), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !/\.(spec|contract)\.ts$/.test(file))
    .map((file) => readFileSync(join(__dirname, room, file), 'utf8'));
}

describe('the prefixes of streams', () => {
  it('name every kind of stream that a room writes: an export leaves all others behind', () => {
    const written = ROOMS.flatMap(sourceOf).flatMap((text) =>
      [...text.matchAll(STREAM_NAME)].map(([, prefix = '']) => prefix),
    );
    const known = [...streamPrefixes, ...RECORD_NAMES];
    expect(written.length).toBeGreaterThan(ROOMS.length);
    expect(written.filter((prefix) => !known.includes(prefix))).toEqual([]);
  });

  it('name every kind of stream that a view is made from', () => {
    const read = projections.flatMap(({ prefixes }) => prefixes);
    expect(read.filter((prefix) => !streamPrefixes.includes(prefix))).toEqual([]);
  });
});
