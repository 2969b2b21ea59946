import { foldView } from '../../../../test/support/fold-view.js';
import { loadFeatures } from '../../ops/stores/operator-stores.js';
import type { Actor, AnyEventDeclaration, DomainEvent, RecordedEvent } from '../../event-sourcing/event.js';
import { AUDIT_ACTIONS } from '../../kernel/staff/audit.js';
import { AUDITED_FACTS } from './audit-entries.rules.js';
import { auditProjection } from './audit.projection.js';

const ROBIN = '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40';
const SENDER = '0b8f6c1e-0d3c-4a57-9f38-2f5f5a7f7a01';
const OTHER = '0b8f6c1e-0d3c-4a57-9f38-2f5f5a7f7a02';
const CASE = '5a7c1f0e-3b2d-5c4e-9f60-718293a4b5c6';
const TRANSFER = '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03';
const OF_CASE = `case-${CASE}`;
const OF_TRANSFER = `transfer-${TRANSFER}`;
const ACCESS = `access-${ROBIN}_202611`;
/** Names of fields that say which member of staff did it. */
const STAFF_FIELDS = ['by', 'operator', 'staffUid', 'reviewedBy'];

let declarations: readonly AnyEventDeclaration[];
let positions = 0;

beforeAll(async () => {
  declarations = (await loadFeatures()).events;
});

/** An event type's example as staff recorded it, or another actor. */
function recorded(
  type: string,
  {
    stream,
    data = {},
    by = { kind: 'staff', id: ROBIN },
  }: { readonly stream: string; readonly data?: object; readonly by?: Actor },
): RecordedEvent {
  const declared = declarations.find((one) => one.type === type);
  if (!declared) throw new Error(`${type} is not declared`);
  positions += 1;
  const metadata = { actor: by, at: `2026-11-24T10:00:00.${String(positions).padStart(3, '0')}Z` };
  const event: DomainEvent = { type, data: { ...declared.example, ...data } };
  const place = { stream, revision: BigInt(positions), position: String(positions).padStart(20, '0') };
  return { ...event, id: String(positions), ...place, metadata } as unknown as RecordedEvent;
}

const documents = (...events: readonly RecordedEvent[]) => [...foldView(auditProjection, events).values()];

it('has each event of staff once, with who, when, on what, and what was decided', () => {
  const proposed = recorded('OutcomeProposed', { stream: OF_CASE, data: { uid: SENDER } });
  expect(documents(proposed, recorded('NoteAdded', { stream: OF_CASE }))).toMatchObject([
    {
      position: proposed.position,
      at: proposed.metadata.at,
      listedAt: proposed.metadata.at,
      kind: 'action',
      action: 'OutcomeProposed',
      person: ROBIN,
      uid: SENDER,
      caseId: CASE,
      caseNumber: 'C-5a7c1f0e',
      transferId: null,
      stream: `case-${CASE}`,
      revision: String(proposed.revision),
      facts: { outcome: 'suspicious', pause: 'true', fourEyes: 'true' },
    },
    { action: 'NoteAdded', facts: {} },
  ]);
});

it('knows looks and exports from actions, and the case that was the reason', () => {
  const reason = `case:${CASE}`;
  expect(
    documents(
      recorded('HistoryReplayed', { stream: ACCESS, data: { uid: SENDER, transferId: null, reason } }),
      recorded('PersonalDataRevealed', { stream: ACCESS, data: { uid: SENDER, transferId: TRANSFER } }),
      recorded('ExportMade', { stream: ACCESS, data: { kind: 'case-file', subject: CASE, uid: SENDER } }),
      recorded('HoldPlaced', { stream: OF_TRANSFER, data: { caseId: CASE, by: 'lead' } }),
    ),
  ).toMatchObject([
    { kind: 'look', caseId: CASE, uid: SENDER, facts: { reason } },
    { kind: 'look', caseId: null, transferId: TRANSFER },
    { kind: 'export', caseId: CASE },
    { kind: 'action', caseId: CASE, transferId: TRANSFER },
  ]);
});

it('has what administrators do on the command line, and what the system repeats under the name of who decided it', () => {
  const irene = { kind: 'system', id: 'operator:irene' } as const;
  const saga = { kind: 'system', id: 'case-decisions' } as const;
  const restore = { kind: 'system', id: 'restore' } as const;
  const data = { cause: 'case', causeId: CASE, uid: SENDER, by: ROBIN };
  expect(
    documents(
      recorded('RoleGranted', { stream: `account-${OTHER}`, data: { role: 'lead' }, by: irene }),
      recorded('SendingPaused', { stream: `sender-${SENDER}`, data, by: saga }),
      recorded('LegalHoldPlaced', { stream: `account-${SENDER}`, data: { by: ROBIN }, by: restore }),
    ),
  ).toMatchObject([
    { person: 'operator:irene', uid: OTHER, facts: { role: 'lead' } },
    { person: ROBIN, uid: SENDER, caseId: CASE, facts: { cause: 'case' } },
    { action: 'LegalHoldPlaced', person: ROBIN, uid: SENDER, caseId: null, facts: {} },
  ]);
});

it('says what was seen of a history, and what a backtest tried without the name that was typed', () => {
  const point = '2026-11-20T12:00:00.000Z';
  const [seen, tried] = documents(
    recorded('HistoryReplayed', { stream: ACCESS, data: { view: 'time_machine', point } }),
    recorded('BacktestStarted', { stream: ACCESS }),
  );
  expect(seen?.facts).toMatchObject({ view: 'time_machine', point });
  expect(Object.keys(tried?.facts ?? {}).sort()).toEqual(['against', 'definition', 'from', 'to']);
  expect(JSON.parse(tried?.facts['definition'] ?? '')).toMatchObject({ name: '', measure: 'attempts' });
});

it('has nothing of senders, providers and the system', () => {
  expect(
    documents(
      recorded('SuspiciousTransactionRaised', { stream: OF_CASE, by: { kind: 'system', id: 'fraud' } }),
      recorded('TransferRequested', { stream: `sender-${SENDER}`, by: { kind: 'sender', id: SENDER } }),
      recorded('PayoutConfirmed', { stream: OF_TRANSFER, by: { kind: 'provider', id: 'paypal' } }),
      // An operator's report has this consequence.
      recorded('TransferDelivered', { stream: OF_TRANSFER }),
      recorded('SecondFactorRemoved', { stream: `account-${SENDER}`, by: { kind: 'sender', id: SENDER } }),
    ),
  ).toEqual([]);
});

it('finds a search by each sender that it showed, and lists it once', () => {
  const search = recorded('SendersSearched', {
    stream: ACCESS,
    data: { uids: [SENDER, OTHER], reason: 'support:1' },
  });
  const found = documents(search);
  expect(found.filter(({ listedAt }) => listedAt !== null)).toMatchObject([
    { uid: null, facts: { by: 'handle', reason: 'support:1', found: '2' } },
  ]);
  expect(found.filter(({ listedAt }) => listedAt === null).map(({ uid }) => uid)).toEqual([SENDER, OTHER]);
});

it('is the same for any order of the streams, and when it is repeated', () => {
  const events = [
    recorded('CaseAssigned', { stream: OF_CASE }),
    recorded('PersonalDataRevealed', { stream: ACCESS }),
    recorded('CaseReviewed', { stream: OF_CASE }),
  ];
  const [once, again] = [foldView(auditProjection, events), foldView(auditProjection, events.toReversed())];
  expect(new Map([...again].sort())).toEqual(new Map([...once].sort()));
  expect([...once.keys()].sort()).toEqual(events.map(({ position }) => position));
  expect(foldView(auditProjection, events, once)).toEqual(once);
});

describe('the facts', () => {
  it('are known of every event that a member of staff records', () => {
    const ofStaff = declarations
      .filter(({ example }) => STAFF_FIELDS.some((field) => field in example))
      .map(({ type }) => type)
      .filter((type) => !NOT_OF_STAFF.includes(type));
    expect(ofStaff.filter((type) => !(type in AUDITED_FACTS))).toEqual([]);
  });

  it.each(Object.entries(AUDITED_FACTS))('of %s are fields of it, and none is personal', (type, facts) => {
    const declared = declarations.find((one) => one.type === type);
    const fields = Object.keys(declared?.example ?? {});
    expect(fields).toEqual(expect.arrayContaining([...facts]));
    const personal = (declared?.personal ?? []).map((path) => path.split('.')[0]);
    expect(facts.filter((fact) => personal.includes(fact))).toEqual([]);
  });

  it('belong to the actions that a page offers', () => {
    expect(Object.keys(AUDITED_FACTS).sort()).toEqual(Object.values(AUDIT_ACTIONS).flat().sort());
  });
});

/** They say who is behind them, and are recorded by the system, a sender or a provider. */
const NOT_OF_STAFF = [
  'EmailChangeConfirmed',
  'AccountReclaimed',
  'PayoutRecallRequested',
  'RulePlaceClaimed',
];
