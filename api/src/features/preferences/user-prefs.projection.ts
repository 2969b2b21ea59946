import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import type { Projection } from '../../event-sourcing/projection.js';
import type { UserPrefs } from '../../kernel/preferences.js';
import { preferencesStream, mergedPrefs, type PrefsUpdated } from './preferences.decider.js';

/** Each sender's preferences, by uid. */
export const userPrefsProjection: Projection<UserPrefs> = {
  name: 'user_prefs',
  version: 1,
  indexes: [],
  prefixes: [preferencesStream.prefix],
  key: (event) => (event.type === 'PrefsUpdated' ? streamId(event.stream) : null),
  apply: (document, event) => mergedPrefs(document, event as RecordedEvent<PrefsUpdated>),
};
