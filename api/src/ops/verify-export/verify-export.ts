import { createReadStream, existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { macFor, type Mac } from '../../engine/vault/mac.js';
import { isSealed, type AuditManifest } from '../../features/audit/export-manifest.js';
import { outputOf, reportTo, UsageError, type CommandRun } from '../command.js';
import { decryptingLog, withStores } from '../operator-stores.js';
import { withScratch } from '../scratch.js';
import { LINES_SCHEMA, readAuditFile, type ReadFile } from './audit-file.js';
import { compareWithLog } from './compare-with-log.js';
import { Findings } from './findings.js';
import { isCaseFile, verifyCaseFile } from './case-file.js';

/**
 * `verify-export <file>`: whether an exported file is complete and unchanged: its HMAC, the hash of its content, and each of
 * its lines against the log. Works beside a running server. @throws Error when anything differs
 */
export function verifyExport(run: CommandRun): Promise<void> {
  const path = resolve(run.words[0] ?? '');
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}`);
  const output = outputOf(run);
  return withStores(run, 'read', async (stores, { secrets }) => {
    const mac = macFor(secrets.keyEncryptionKey, 'export');
    const log = await decryptingLog(stores);
    const findings = new Findings(output);
    const begin = await beginningOf(path);
    if (begin.startsWith('%PDF'))
      throw new UsageError(
        'A PDF is checked by its code: verify the JSON file of the same case, which prints the same code',
      );
    if (isCaseFile(begin)) await verifyCaseFile({ path, log, mac }, findings);
    else
      await withScratch(run.dataDir, LINES_SCHEMA, async (scratch) => {
        const file = await readAuditFile(path, scratch, findings);
        const manifest = checkedManifest(file, mac, findings);
        const wanted = await compareWithLog(
          { log, scratch, file, manifest },
          findings,
          reportTo(output.note),
        );
        if (manifest && manifest.through > (await log.head()))
          findings.check(
            'end',
            false,
            `the log ends before position ${manifest.through}, up to which the file goes`,
          );
        findings.sum(`each of ${wanted} events is in the file as in the log`);
      });
    if (!findings.areGood) throw new Error(`${basename(path)} is not what was exported, see above.`);
    output.note(`${basename(path)} is complete and unchanged.`);
  });
}

/** What the file says of itself, after it was compared with its content; null where it says nothing. */
function checkedManifest(file: ReadFile, mac: Mac, findings: Findings): AuditManifest | null {
  const { manifest } = file;
  if (!manifest) {
    findings.check('manifest', false, 'there is none in the last line: the file is cut off, or no export');
    return null;
  }
  const { by, at, count, first, last, through, complete } = manifest;
  findings.check(
    'manifest',
    true,
    `made by ${by} at ${at}: ${count} events, positions ${first ?? '–'} to ${last ?? '–'}`,
  );
  const isAuthentic = isSealed(manifest, mac);
  findings.check(
    'HMAC',
    isAuthentic,
    isAuthentic ? 'made by this installation' : 'the manifest is not what was exported',
  );
  const isSame = file.sha256 === manifest.sha256;
  findings.check(
    'hash',
    isSame,
    isSame ? 'of the content, as exported' : 'the content is not what was exported',
  );
  const isAll = file.count === count && file.first === first && (file.last?.position ?? null) === last;
  const has = `${file.count} lines, positions ${file.first ?? '–'} to ${file.last?.position ?? '–'}`;
  findings.check('lines', isAll, isAll ? has : `${has}: the manifest says something else`);
  const upTo = complete
    ? `everything up to position ${through}`
    : 'the limit of one file was reached: later events are not in it';
  findings.check('extent', true, upTo);
  return manifest;
}

async function beginningOf(path: string): Promise<string> {
  for await (const part of createReadStream(path, { encoding: 'utf8', end: 63 }) as AsyncIterable<string>)
    return part;
  return '';
}
