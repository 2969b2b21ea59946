import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Mac } from '../../../engine/vault/mac.js';
import { parseJson } from '../../../kernel/parse-json.js';
import { suspiciousTransactionsProjection } from '../../review/cases/suspicious-transactions.projection.js';
import { auditProjection } from '../audit.projection.js';

export interface ExportedView {
  readonly name: string;
  readonly version: number;
}

/** What every exported file says of itself, with the hash of its content and an HMAC of both. */
export interface Manifest {
  /** The version of this form. */
  readonly export: 1;
  readonly kind: 'audit' | 'case-file';
  /** The view with the documents that the file shows, and the version of their form; files of earlier programs do not name it. */
  readonly view?: ExportedView;
  readonly exportId: string;
  /** A uid. */
  readonly by: string;
  readonly at: string;
  /** Position of the ExportMade event: the file has nothing later, and that event unless a filter excludes it. */
  readonly through: string;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
}

/** Of an export of the audit. */
export interface AuditManifest extends Manifest {
  readonly kind: 'audit';
  readonly format: 'jsonl' | 'csv';
  readonly filter: Readonly<Record<'person' | 'subject' | 'action' | 'from' | 'to', string | null>>;
  /** Events about this account are not in the file: that of the person who made it. */
  readonly without: string;
  /** Positions of the first and the last line; null in an empty file. */
  readonly first: string | null;
  readonly last: string | null;
  readonly count: number;
  /** Whether it has every event of the filter up to `through`; otherwise those up to the last line. */
  readonly complete: boolean;
  /** Names by uid, as they were when the file was made. */
  readonly people: Readonly<Record<string, string>>;
}

/** Of everything about a case. */
export interface CaseFileManifest extends Manifest {
  readonly kind: 'case-file';
  readonly caseId: string;
  /** Position up to which the case is shown. */
  readonly asOf: string;
  readonly count: number;
  /** Twelve letters and digits that a PDF of the same content shows too. */
  readonly code: string;
}

const viewOf = ({ name, version }: ExportedView): ExportedView => ({ name, version });
/** What the manifests of this program say of their view. */
export const EXPORTED_VIEWS = {
  audit: viewOf(auditProjection),
  'case-file': viewOf(suspiciousTransactionsProjection),
} as const;

export type Sealed<Content extends Manifest> = Content & { readonly hmac: string };

/** The manifest with its HMAC, made of the text of everything before it. */
export function sealed<Content extends Manifest>(manifest: Content, mac: Mac): Sealed<Content> {
  return { ...manifest, hmac: mac.of(JSON.stringify(manifest)) };
}

/** Whether this installation made the manifest, and it is unchanged. */
export function isSealed({ hmac, ...manifest }: Sealed<Manifest>, mac: Mac): boolean {
  return mac.isOf(hmac, JSON.stringify(manifest));
}

/** The manifest of any file, also of one that Flip did not make. */
export const manifestShape = {
  export: z.literal(1),
  exportId: z.string(),
  view: z.strictObject({ name: z.string(), version: z.int() }).optional(),
  by: z.string(),
  at: z.string(),
  through: z.string(),
  sha256: z.string(),
  count: z.int(),
  hmac: z.string(),
};
const orNull = z.string().nullable();
const auditManifest = z.looseObject({
  ...manifestShape,
  kind: z.literal('audit'),
  format: z.enum(['jsonl', 'csv']),
  filter: z.strictObject({ person: orNull, subject: orNull, action: orNull, from: orNull, to: orNull }),
  without: z.string(),
  first: orNull,
  last: orNull,
  complete: z.boolean(),
  people: z.record(z.string(), z.string()),
});
/** The manifest of an audit from the text of a file, as it is there; null for any other text. It may not be from Flip. */
export function manifestIn(text: string): Sealed<AuditManifest> | null {
  const found = parseJson(text);
  return auditManifest.safeParse(found).success ? (found as Sealed<AuditManifest>) : null;
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

type CodedContent = Pick<CaseFileManifest, 'caseId' | 'sha256'>;

/** "7F3K-09QX-11ZM": a short form of a HMAC of a hash, to be compared by eye. */
export function codeOf(mac: Mac, content: CodedContent): string {
  return shortened(mac.all(textOf(content))[0]);
}

/** Whether this installation made the code of the content, with any of its keys. */
export function isCodeOf(mac: Mac, content: CodedContent, code: string): boolean {
  return mac.all(textOf(content)).some((proof) => shortened(proof) === code);
}

const textOf = ({ caseId, sha256 }: CodedContent): string => `case-file ${caseId} ${sha256}`;

function shortened(proof: string): string {
  const hex = sha256Of(proof).toUpperCase();
  return [hex.slice(0, 4), hex.slice(4, 8), hex.slice(8, 12)].join('-');
}
