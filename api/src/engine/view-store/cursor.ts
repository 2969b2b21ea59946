import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from '../../kernel/parse-json.js';
import { InvalidCursor, type SortValue } from './view-store.port.js';

/** A place in an index: the sort value and id of the first document of the next page. */
export interface Place {
  readonly sort: SortValue;
  readonly id: string;
}

/** Longest cursor that is decoded. */
const CURSOR_LIMIT_CHARACTERS = 65_536;
const CHECK_DIGITS = 8;
const placeText = z.tuple([z.union([z.string(), z.int()]), z.string()]);

/** `scope` names the view, index, direction and equal values: a cursor is valid for that query alone. */
export function encodeCursor(scope: string, { sort, id }: Place): string {
  const body = JSON.stringify([sort, id]);
  return Buffer.from(check(scope, body) + body).toString('base64url');
}

/** @throws InvalidCursor for any text that encodeCursor did not create for this scope */
export function decodeCursor(scope: string, cursor: string): Place {
  if (typeof cursor !== 'string' || cursor.length > CURSOR_LIMIT_CHARACTERS) throw new InvalidCursor();
  const text = Buffer.from(cursor, 'base64url').toString();
  const { data } = placeText.safeParse(parseJson(text.slice(CHECK_DIGITS)));
  const place = data && { sort: data[0], id: data[1] };
  if (!place || encodeCursor(scope, place) !== cursor) throw new InvalidCursor();
  return place;
}

function check(scope: string, body: string): string {
  return crc32(`${scope}\n${body}`).toString(16).padStart(CHECK_DIGITS, '0');
}
