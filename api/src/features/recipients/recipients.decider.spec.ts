import fc from 'fast-check';
import { recorded, specificationOf } from '../../../../test/support/given-when-then.js';
import { PLATFORMS } from '../../kernel/money/platforms.js';
import {
  RECIPIENTS_LIMIT,
  recipientKey,
  type Recipient,
  type SavedRecipient,
} from '../../kernel/people/recipients.js';
import { recipientsDecider, type RecipientEvent, type RecipientsCommand } from './recipients.decider.js';
import { foldView } from '../../../../test/support/fold-view.js';
import { recipientsProjection } from './recipients.projection.js';

const at = '2026-11-20T12:00:00.000Z';
const maya: Recipient = { name: 'Maya Okafor', platform: 'Cash App', handle: '$mayaokafor' };
const luis: Recipient = { name: 'Luis Herrera', platform: 'Zelle', handle: 'luis@mail.example' };

const saved = (recipientId: string, recipient: Recipient): RecipientEvent => ({
  type: 'RecipientSaved',
  data: { recipientId, ...recipient },
});
const changed = (recipientId: string, recipient: Recipient): RecipientEvent => ({
  type: 'RecipientChanged',
  data: { recipientId, ...recipient },
});
const removed = (recipientId: string): RecipientEvent => ({
  type: 'RecipientRemoved',
  data: { recipientId },
});
const save = (recipientId: string, recipient: Recipient, confirmSimilar = false) =>
  ({ type: 'save', recipientId, recipient, confirmSimilar, at }) as const;
const change = (recipientId: string, wanted: Partial<Recipient> & { confirmSimilar?: boolean }) =>
  ({ type: 'change', recipientId, wanted, at }) as const;
const remove = (recipientId: string) => ({ type: 'remove', recipientId, at }) as const;

const given = specificationOf(recipientsDecider);

describe('a recipient', () => {
  it('is saved with name, platform and handle', () => {
    given().when(save('1', maya)).then(saved('1', maya));
  });

  it('is saved once: repeating it under the same name changes nothing', () => {
    given(saved('1', maya)).when(save('2', maya)).then();
  });

  it('is refused under another name, in any case of the handle', () => {
    given(saved('1', { ...maya, platform: 'Venmo', handle: '@Maya' }))
      .when(save('2', { name: 'Luis', platform: 'Venmo', handle: '@maya' }))
      .thenRefused('recipient_already_saved', { id: '1', similarTo: '@Maya', similarName: 'Maya Okafor' });
  });

  it('may have the same handle on another platform', () => {
    given(saved('1', luis))
      .when(save('2', { ...luis, platform: 'PayPal' }))
      .then(saved('2', { ...luis, platform: 'PayPal' }));
  });

  it('is renamed without checking its handle again', () => {
    given(saved('1', maya), saved('2', { ...maya, handle: '$mayaokaf0r' }))
      .when(change('1', { name: 'Maya O.' }))
      .then(changed('1', { ...maya, name: 'Maya O.' }));
  });

  it('keeps its platform when only the handle changes, which is normalized for that platform', () => {
    given(saved('1', luis))
      .when(change('1', { handle: '(336) 555-0142' }))
      .then(changed('1', { ...luis, handle: '+13365550142' }));
    given(saved('1', luis))
      .when(change('1', { handle: '$luis' }))
      .thenRefused('handle_email_or_phone');
    given(saved('1', maya))
      .when(change('1', { platform: 'Zelle' }))
      .thenRefused('handle_email_or_phone');
  });

  it('cannot be changed into another saved one', () => {
    given(saved('1', maya), saved('2', luis))
      .when(change('2', { platform: maya.platform, handle: maya.handle }))
      .thenRefused('recipient_already_saved');
  });

  it('is not changed by identical values', () => {
    given(saved('1', maya)).when(change('1', {})).then();
    given(saved('1', maya)).when(change('1', maya)).then();
  });

  it('is removed, and can be saved again', () => {
    given(saved('1', maya)).when(remove('1')).then(removed('1'));
    given(saved('1', maya), removed('1')).when(save('2', maya)).then(saved('2', maya));
  });

  it('that is not saved cannot be changed or removed', () => {
    given().when(remove('1')).thenRefused('not_found');
    given(saved('1', maya), removed('1'))
      .when(change('1', { name: 'M' }))
      .thenRefused('not_found');
  });

  it(`is refused after ${String(RECIPIENTS_LIMIT)} others, until one is removed`, () => {
    const others = Array.from({ length: RECIPIENTS_LIMIT }, (_, index) =>
      saved(`${index}`, { ...maya, handle: `+1336${String(2_000_000 + index * 11_111).slice(0, 7)}` }),
    );
    given(...others)
      .when(save('x', luis))
      .thenRefused('too_many_recipients', { limit: RECIPIENTS_LIMIT });
    given(...others, removed('7'))
      .when(save('x', luis))
      .then(saved('x', luis));
  });
});

describe('a handle that looks like a saved one', () => {
  const odd = { ...maya, handle: '$mayaokaf0r' };
  const similar = { id: '1', similarTo: '$mayaokafor', similarName: 'Maya Okafor' };

  it('is refused with the saved one, and saved when the sender confirms it', () => {
    given(saved('1', maya)).when(save('2', odd)).thenRefused('recipient_similar', similar);
    given(saved('1', maya))
      .when(save('2', odd, true))
      .then(saved('2', odd));
  });

  it('is also refused as a change of another recipient', () => {
    const given2 = given(saved('1', maya), saved('2', { ...luis, platform: 'Cash App', handle: '$luis' }));
    given2.when(change('2', { handle: odd.handle })).thenRefused('recipient_similar', similar);
    given2
      .when(change('2', { handle: odd.handle, confirmSimilar: true }))
      .then(changed('2', { ...odd, name: luis.name }));
  });

  it('is accepted as a correction of the same recipient', () => {
    given(saved('1', odd))
      .when(change('1', { handle: maya.handle }))
      .then(changed('1', maya));
  });
});

describe('the view of recipients', () => {
  const uid = '7f0d2c4e-9d0b-4f6a-8c1e-3b5a7d9f1e2c';
  const ids = fc.constantFrom('1', '2', '3');
  const recipients = fc.record({
    name: fc.constantFrom('Maya', 'Luis'),
    platform: fc.constantFrom(...PLATFORMS),
    handle: fc.constantFrom('maya@mail.example', 'luis@mail.example', '+13365550142'),
  });
  const commands = fc.oneof(
    fc.tuple(ids, recipients).map(([id, recipient]) => save(id, recipient, true)),
    fc.tuple(ids, recipients).map(([id, recipient]) => change(id, { ...recipient, confirmSimilar: true })),
    ids.map(remove),
  );

  it("equals the decider's state after any edits, with one recipient per handle and platform", () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 40 }), (edits) => {
        let documents = new Map<string, SavedRecipient>();
        let state = recipientsDecider.initialState();
        let index = 0;
        for (const edit of edits) {
          for (const event of decided(edit, state)) {
            const fact = recorded(event, index, { stream: `recipients-${uid}`, at });
            index += 1;
            state = recipientsDecider.evolve(state, fact);
            documents = foldView(recipientsProjection, [fact], documents);
          }
        }
        expect([...documents.values()]).toEqual([...state.values()].map((one) => ({ ...one, uid })));
        expect(new Set([...state.values()].map(recipientKey)).size).toBe(state.size);
      }),
    );
  });

  /** A refusal records nothing. */
  function decided(edit: RecipientsCommand, state: ReturnType<typeof recipientsDecider.initialState>) {
    const taken = edit.type === 'save' && state.has(edit.recipientId);
    try {
      return taken ? [] : recipientsDecider.decide(edit, state);
    } catch {
      return [];
    }
  }
});
