import { randomUUID } from 'node:crypto';
import { AppModule } from '../../api/src/app.module.js';
import { fieldsAt, setField } from '../../api/src/engine/event-store/json.js';
import type { JsonObject, NewEvent } from '../../api/src/engine/event-store/event-store.port.js';
import type { AnyEventDeclaration } from '../../api/src/event-sourcing/event.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { accountEvents } from '../../api/src/features/accounts/account/account.events.js';
import { lifecycleEvents } from '../../api/src/features/lifecycle/state/lifecycle.events.js';
import { cardEvents } from '../../api/src/features/payments/cards/cards.events.js';
import { caseEvents } from '../../api/src/features/review/cases/case.events.js';
import { transferEvents } from '../../api/src/features/transfers/sending/transfer.events.js';

const typesOf = (declarations: readonly AnyEventDeclaration[], ...except: readonly string[]) =>
  declarations.map(({ type }) => type).filter((type) => !except.includes(type));

/** Events of other streams of the accounts feature, and of the processor's customers. */
const CLAIMS = ['EmailClaimed', 'EmailReleased', 'IdentityClaimed', 'IdentityReleased'];

/** What happens to a person on each of their streams, in an order in which it can: at the end nothing is open. */
const STREAMS: Readonly<Record<string, readonly string[]>> = {
  // Cleared last: no worker of a server adds to it.
  'account-': [...typesOf(accountEvents, ...CLAIMS, 'AccountCleared', 'AccountErased'), 'AccountCleared'],
  'preferences-': ['PrefsUpdated'],
  'recipients-': ['RecipientSaved', 'RecipientChanged', 'RecipientRemoved', 'RecipientSaved'],
  'cards-': [...typesOf(cardEvents, 'CardUsed'), 'CardSaved'],
  'sender-': [
    'KycSubmitted',
    'KycRepeated',
    'NameGiven',
    'InquiryOpened',
    'KycStatusChanged',
    ...typesOf(transferEvents),
  ],
  'transfer-': typesOf(lifecycleEvents),
  'case-': [...typesOf(caseEvents, 'CaseReviewed', 'ReportFiled'), 'CaseReviewed', 'ReportFiled'],
};
/** Named by the person; the others by what it is about. */
const OF_PERSON: ReadonlySet<string> = new Set([
  'account-',
  'preferences-',
  'recipients-',
  'cards-',
  'sender-',
]);

/** One person in the log. */
export interface Person {
  readonly uid: string;
  /** In every personal field of every event. */
  readonly canary: string;
  /** Each with its events, in order. */
  readonly streams: readonly { readonly stream: string; readonly events: readonly NewEvent[] }[];
}

/**
 * A person with every event that has a personal field, each field with a separate text that begins with `canary`, and with the
 * other events of the same streams. An event with a personal field that no stream here has fails the test.
 */
export function personWith(canary: string, at = '2015-03-04T10:00:00.000Z'): Person {
  const { events } = featuresOf(AppModule);
  const declared = new Map(events.map((declaration) => [declaration.type, declaration]));
  const known = new Set(Object.values(STREAMS).flat());
  expect(events.filter(({ type, personal }) => personal && !known.has(type)).map(({ type }) => type)).toEqual(
    [],
  );
  const ids = { uid: randomUUID(), transferId: randomUUID(), caseId: randomUUID(), requestId: randomUUID() };
  let place = 0;
  const eventOf = (type: string): NewEvent => {
    const { schemaVersion, personal = [], example } = declared.get(type) as AnyEventDeclaration;
    // Everything happened then.
    const text = JSON.stringify(example).replaceAll(/"20\d\d-[^"]*T[^"]*Z"/g, JSON.stringify(at));
    const data = JSON.parse(text) as JsonObject;
    for (const [name, id] of Object.entries(ids)) if (name in data) setField(data, name, id);
    // A second one is not the one that was removed.
    for (const name of ['recipientId', 'cardId'])
      if (name in data && place > 0 && type.endsWith('Saved')) setField(data, name, randomUUID());
    for (const field of fieldsAt(data, personal).keys()) setField(data, field, `${canary}${++place}`);
    const commandId = randomUUID();
    const actor = { kind: 'sender', id: ids.uid } as const;
    const trace = { commandId, $correlationId: commandId, $causationId: commandId };
    return { id: randomUUID(), type, data, metadata: { ...trace, schemaVersion, actor, at } };
  };
  const streams = Object.entries(STREAMS).map(([prefix, types]) => {
    const id = prefix === 'transfer-' ? ids.transferId : prefix === 'case-' ? ids.caseId : ids.uid;
    return { stream: `${prefix}${OF_PERSON.has(prefix) ? ids.uid : id}`, events: types.map(eventOf) };
  });
  return { uid: ids.uid, canary, streams };
}
