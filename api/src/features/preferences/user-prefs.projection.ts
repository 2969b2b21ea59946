import { documentsBy, ofStream, type Projection } from '../../event-sourcing/projection.js';
import type { UserPrefs } from '../../kernel/people/preferences.js';
import { preferencesStream, mergedPrefs, type PreferencesEvent } from './preferences.decider.js';

/** Each sender's preferences, by uid. */
export const userPrefsProjection: Projection<UserPrefs> = {
  name: 'user_prefs',
  version: 3,
  indexes: [],
  prefixes: [preferencesStream.prefix],
  ...documentsBy<UserPrefs, PreferencesEvent>(ofStream, { PrefsUpdated: mergedPrefs }),
};
