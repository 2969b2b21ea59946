import { readFile, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import type { Mac } from '../../engine/vault/mac.js';
import { caseFileIn, contentHashOf } from '../../features/audit/exports/case-file.js';
import { readCaseRecord, type CaseFact } from '../../features/audit/exports/case-facts.js';
import { isCodeOf, EXPORTED_VIEWS, isSealed } from '../../features/audit/exports/export-manifest.js';
import { UsageError } from '../command.js';
import type { Findings } from './findings.js';

/** Largest file that is read. */
const FILE_LIMIT_BYTES = 256 * 1024 * 1024;

export const isCaseFile = (beginning: string): boolean => beginning.startsWith('{"caseFile":');

interface VerifiedFile {
  readonly path: string;
  readonly log: EncryptedEventLog;
  readonly mac: Mac;
}

/** Checks the file of a case: its HMAC, its hash, and each fact against the log, personal texts aside. */
export async function verifyCaseFile({ path, log, mac }: VerifiedFile, findings: Findings): Promise<void> {
  if ((await stat(path)).size > FILE_LIMIT_BYTES) throw new UsageError(`${path} is not the file of a case`);
  const file = caseFileIn(await readFile(path, 'utf8'));
  if (!file) {
    findings.check('manifest', false, 'there is none: the file is cut off, or no export');
    return;
  }
  const { manifest, facts } = file;
  const { caseId, by, at, asOf, count, code, sha256 } = manifest;
  findings.check(
    'manifest',
    true,
    `case ${caseId} as of position ${asOf}, made by ${by} at ${at}: ${count} facts`,
  );
  findings.expect('HMAC', isSealed(manifest, mac), [
    'made by this installation',
    'the manifest is not what was exported',
  ]);
  findings.expect('hash', contentHashOf(file) === sha256, [sha256, 'the content is not what was exported']);
  findings.expect('code', isCodeOf(mac, { caseId, sha256 }, code), [
    `${code}, as on the PDF of the same content`,
    'not that of the content',
  ]);
  if (!findings.hasForm(manifest.view, EXPORTED_VIEWS['case-file'])) return;
  const record = await readCaseRecord(log, caseId, asOf);
  compareFacts(record?.facts ?? [], facts, { log, findings });
  findings.sum(`each of ${record?.facts.length ?? 0} facts is in the file as in the log`);
}

function compareFacts(
  recorded: readonly CaseFact[],
  given: readonly CaseFact[],
  { log, findings }: Pick<VerifiedFile, 'log'> & { readonly findings: Findings },
): void {
  const byPlace = new Map(given.map((fact) => [placeOf(fact), fact]));
  if (byPlace.size < given.length)
    findings.differs('repeated', {}, `${given.length - byPlace.size} facts are there twice`);
  for (const fact of recorded) {
    const place = placeOf(fact);
    const found = byPlace.get(place);
    byPlace.delete(place);
    const named = { position: fact.position };
    if (!found) findings.differs('missing', named, `${fact.type}, ${place}`);
    else if (!isDeepStrictEqual(plain(found, log), plain(fact, log)))
      findings.differs('changed', named, `${fact.type}, ${place}, is not what the log has`);
  }
  for (const [place, { position }] of byPlace)
    findings.differs('unexpected', { position }, `${place} does not belong to the case`);
  const places = given.map(({ position }) => position);
  if (!isDeepStrictEqual(places, places.toSorted()))
    findings.differs('misplaced', {}, 'the facts are not in the order of the log');
}

const placeOf = ({ stream, revision }: CaseFact): string => `event ${revision} of ${stream}`;

/** Personal texts are unreadable in the log once their person is erased; the hash has them. */
function plain({ data, ...fact }: CaseFact, log: EncryptedEventLog): object {
  const personal = log.declarations.get(fact.type)?.personal ?? [];
  const names = new Set(personal.map((path) => path.split('.')[0]));
  return { ...fact, data: Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name))) };
}
