import fc from 'fast-check';
import { recorded, specificationOf } from '../../../../test/support/given-when-then.js';
import { foldDocument } from '../../../../test/support/fold-view.js';
import { preferencesDecider, type Preferences, type PrefsUpdated } from './preferences.decider.js';
import { userPrefsProjection } from './user-prefs.projection.js';

const at = '2026-11-20T12:00:00.000Z';
const updated = (changed: Partial<Preferences>): PrefsUpdated => ({
  type: 'PrefsUpdated',
  data: { changed },
});
const given = specificationOf(preferencesDecider);

describe('saved preferences', () => {
  it('are merged: only changes are recorded', () => {
    given(updated({ emailOptIn: true, displayName: 'Ana' }))
      .when({ wanted: { emailOptIn: true, displayName: 'Ana T.' }, at })
      .then(updated({ displayName: 'Ana T.' }));
  });

  it('record nothing when nothing changes', () => {
    given().when({ wanted: {}, at }).then();
    given()
      .when({ wanted: { emailOptIn: false, displayName: null }, at })
      .then();
    given(updated({ locale: 'es' }))
      .when({ wanted: { locale: 'es' }, at })
      .then();
  });

  it('can clear the display name', () => {
    given(updated({ displayName: 'Ana' }))
      .when({ wanted: { displayName: null }, at })
      .then(updated({ displayName: null }));
  });

  it('exclude important emails until the sender opts in', () => {
    expect(preferencesDecider.initialState()).toEqual({
      preferences: {
        emailOptIn: false,
        displayName: null,
        locale: null,
        emailIdentity: true,
        emailReminders: true,
      },
      updatedAt: null,
    });
  });
});

describe('the view of preferences', () => {
  const uid = '7f0d2c4e-9d0b-4f6a-8c1e-3b5a7d9f1e2c';
  const wanted = fc.record(
    {
      emailOptIn: fc.boolean(),
      emailReminders: fc.boolean(),
      displayName: fc.option(fc.string()),
      locale: fc.constantFrom('en' as const, 'es' as const),
    },
    { requiredKeys: [] },
  );

  it("equals the decider's state after any saves, replayed once or twice", () => {
    fc.assert(
      fc.property(fc.array(wanted), (saves) => {
        let state = preferencesDecider.initialState();
        const log = saves.flatMap((save, index) => {
          const [event] = preferencesDecider.decide({ wanted: save, at }, state);
          if (!event) return [];
          const fact = recorded(event, index, { stream: `preferences-${uid}`, at });
          state = preferencesDecider.evolve(state, fact);
          return [fact];
        });
        const read = () => foldDocument(userPrefsProjection, log);
        const expected = log.length > 0 ? { uid, ...state.preferences, updatedAt: at } : null;
        expect(read()).toEqual(expected);
        expect(JSON.stringify(read())).toBe(JSON.stringify(read()));
      }),
    );
  });
});
