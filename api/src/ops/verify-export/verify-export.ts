import { createReadStream, existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { macFor, type Mac } from '../../engine/vault/mac.js';
import {
  EXPORTED_VIEWS,
  isSealed,
  type AuditManifest,
} from '../../features/audit/exports/export-manifest.js';
import { outputOf, reportTo, UsageError, type CommandRun, type Output } from '../command.js';
import { decryptingLog, withStores } from '../stores/operator-stores.js';
import { withScratch } from '../stores/scratch.js';
import { LINES_SCHEMA, readAuditFile, type ReadFile } from './audit-file.js';
import { compareWithLog } from './compare-with-log.js';
import { Findings } from './findings.js';
import { isCaseFile, verifyCaseFile } from './case-file.js';

/**
 * `verify-export <file>`: whether an exported file is complete and unchanged. Works while a server runs.
 * @throws Error when anything differs
 */
export function verifyExport(run: CommandRun): Promise<void> {
  const path = resolve(run.words[0] ?? '');
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}`);
  const output = outputOf(run);
  return withStores(run, 'read', async (stores, { secrets }) => {
    const mac = macFor(secrets, 'export');
    const against = { log: await decryptingLog(stores), mac, scratchFolder: run.dataDir };
    if (!(await verifyFile(path, against, output)))
      throw new Error(`${basename(path)} is not what was exported, see above.`);
    output.note(`${basename(path)} is complete and unchanged.`);
  });
}

interface Installation {
  readonly log: EncryptedEventLog;
  readonly mac: Mac;
  readonly scratchFolder: string;
}

/**
 * Checks the HMAC of a file, the hash of its content, and each of its lines against the log, and says what differs. Returns
 * whether nothing does. @throws UsageError for a PDF
 */
export async function verifyFile(
  path: string,
  { log, mac, scratchFolder }: Installation,
  output: Output,
): Promise<boolean> {
  const findings = new Findings(output);
  const beginning = await beginningOf(path);
  if (beginning.startsWith('%PDF')) throw new UsageError(PDF_TEXT);
  if (isCaseFile(beginning)) await verifyCaseFile({ path, log, mac }, findings);
  else
    await withScratch(scratchFolder, LINES_SCHEMA, async (scratch) => {
      const file = await readAuditFile(path, scratch, findings);
      const manifest = checkedManifest(file, mac, findings);
      if (!findings.hasForm(manifest?.view, EXPORTED_VIEWS.audit)) return;
      const wanted = await compareWithLog({ log, scratch, file, manifest }, findings, reportTo(output.note));
      if (manifest && manifest.through > (await log.head()))
        findings.check('end', false, `the log ends before position ${manifest.through}, where the file ends`);
      findings.sum(`each of ${wanted} events is in the file as in the log`);
    });
  return findings.areGood;
}

const PDF_TEXT =
  'A PDF is checked by its code: verify the JSON file of the same case, and compare the code that both show';
const HMAC_TEXTS = ['made by this installation', 'the manifest is not what was exported'] as const;
const HASH_TEXTS = ['of the content, as exported', 'the content is not what was exported'] as const;

/** What the file says of itself, after it was compared with its content; null where it says nothing. */
function checkedManifest(file: ReadFile, mac: Mac, findings: Findings): AuditManifest | null {
  const { manifest } = file;
  if (!manifest) {
    findings.check('manifest', false, 'there is none in the last line: the file is cut off, or no export');
    return null;
  }
  const { by, at, through, complete, sha256 } = manifest;
  findings.check('manifest', true, `made by ${by} at ${at}: ${extentOf(manifest)}`);
  findings.expect('HMAC', isSealed(manifest, mac), HMAC_TEXTS);
  findings.expect('hash', file.sha256 === sha256, HASH_TEXTS);
  const has = extentOf({ ...file, last: file.last?.position ?? null });
  findings.expect('lines', has === extentOf(manifest), [has, `${has}: the manifest says something else`]);
  const limited = 'the limit of one file was reached: later events are not in it';
  findings.check('extent', true, complete ? `everything up to position ${through}` : limited);
  return manifest;
}

function extentOf({ count, first, last }: Pick<AuditManifest, 'count' | 'first' | 'last'>): string {
  return `${count} events, positions ${first ?? 'none'} to ${last ?? 'none'}`;
}

async function beginningOf(path: string): Promise<string> {
  for await (const part of createReadStream(path, { encoding: 'utf8', end: 63 }) as AsyncIterable<string>)
    return part;
  return '';
}
