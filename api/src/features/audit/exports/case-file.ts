import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { streamId } from '../../../event-sourcing/event.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../../kernel/people/accounts.js';
import { caseNumberOf, type SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { maskName } from '../../../kernel/text/masks.js';
import { parseJson } from '../../../kernel/parse-json.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { suspiciousTransactionsProjection } from '../../review/cases/suspicious-transactions.projection.js';
import { readCaseRecord, type CaseFact, type CaseRecord } from './case-facts.js';
import { manifestShape, sha256Of, type CaseFileManifest, type Sealed } from './export-manifest.js';
import { PersonNames } from '../person-names.js';

/** The content of a case's file. */
export interface CaseFileContent {
  readonly case: SuspiciousTransaction & {
    readonly number: string;
    /** Masked. */
    readonly senderName: string;
    /** Position of the newest fact. */
    readonly asOf: string;
    /** Names of those who acted, by uid. */
    readonly people: Readonly<Record<string, string>>;
  };
  readonly facts: readonly CaseFact[];
}

/** Everything recorded of one case. */
@Injectable()
export class CaseFile {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly views: ViewStore,
    private readonly names: PersonNames,
  ) {}

  /** The sender whom the case is about. @throws not_found, also for a case about the reader */
  async subjectOf(caseId: string, reader: string): Promise<string> {
    for await (const { data } of this.log.read(`case-${caseId}`, { limit: 1 })) {
      const { uid } = data as { readonly uid: string };
      if (uid !== reader) return uid;
    }
    throw new DomainError('not_found');
  }

  /** As of a position, or now. @throws not_found */
  async contentOf(caseId: string, asOf: string | undefined): Promise<CaseFileContent> {
    const record = await readCaseRecord(this.log, caseId, asOf);
    if (!record) throw new DomainError('not_found');
    const { uid, events, facts } = record;
    const people = await this.names.accountsOf(events.map(({ metadata }) => metadata.actor.id));
    return {
      case: {
        ...stateOf(events),
        number: caseNumberOf(caseId),
        senderName: maskName(await this.views.get(accountsProjection, uid)),
        asOf: facts.at(-1)?.position ?? '',
        people: Object.fromEntries([...people].map(([person, account]) => [person, fullNameOf(account)])),
      },
      facts,
    };
  }
}

/** The hash that the manifest has of a case's content. */
export function contentHashOf({ case: shown, facts }: CaseFileContent): string {
  return sha256Of(JSON.stringify({ case: shown, facts }));
}

function stateOf(events: CaseRecord['events']): SuspiciousTransaction {
  let found: SuspiciousTransaction | null = null;
  for (const event of events)
    found = suspiciousTransactionsProjection.evolve(found, event, streamId(event.stream));
  if (!found) throw new Error('a case begins with its alert');
  return found;
}

/** A file of a case, possibly changed since its export. */
export interface GivenCaseFile extends CaseFileContent {
  readonly manifest: Sealed<CaseFileManifest>;
}

const givenFact = z.looseObject({
  stream: z.string(),
  revision: z.string(),
  position: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});
const givenCaseFile = z.looseObject({
  case: z.looseObject({}),
  facts: z.array(givenFact),
  manifest: z.looseObject({
    ...manifestShape,
    kind: z.literal('case-file'),
    caseId: z.uuid(),
    asOf: z.string(),
    code: z.string(),
  }),
});

/** The file of a case from a text, as it is there; null for any other text. */
export function caseFileIn(text: string): GivenCaseFile | null {
  const found = parseJson(text);
  return givenCaseFile.safeParse(found).success ? (found as GivenCaseFile) : null;
}
