import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import {
  streamCategory,
  streamId,
  type DomainEvent,
  type EventDeclaration,
  type StreamEvent,
} from '../../event-sourcing/event.js';
import type { UserPrefs } from '../../kernel/people/preferences.js';

/** The preferences; null means that the display name was cleared. */
export type Preferences = Omit<UserPrefs, 'uid' | 'updatedAt'>;

export type PrefsUpdated = DomainEvent<'PrefsUpdated', { readonly changed: Partial<Preferences> }>;
export type PreferencesEvent = PrefsUpdated;

/** The given fields are merged. */
export interface ChangePreferences extends DecidedCommand {
  readonly wanted: Partial<Preferences>;
}

/** A sender's preferences and when they last changed; null until the first save. */
export interface PreferencesState {
  preferences: Preferences;
  updatedAt: string | null;
}

export const preferencesStream = streamCategory('preferences-');

/** Who asks for important emails gets all kinds, as before there was a choice. */
export const DEFAULT_CHOICES = { emailOptIn: false, emailIdentity: true, emailReminders: true } as const;

const DEFAULTS: Preferences = { ...DEFAULT_CHOICES, displayName: null, locale: null };

export const preferencesDecider: Decider<PreferencesState, ChangePreferences, PreferencesEvent> = {
  name: 'preferences',
  initialState: () => ({ preferences: DEFAULTS, updatedAt: null }),
  decide({ wanted }, { preferences }) {
    const changed = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => preferences[name as keyof Preferences] !== value),
    );
    return Object.keys(changed).length > 0 ? [{ type: 'PrefsUpdated', data: { changed } }] : [];
  },
  evolve(state, event) {
    state.preferences = { ...state.preferences, ...event.data.changed };
    state.updatedAt = event.metadata.at;
    return state;
  },
};

/** The document of a sender who has saved nothing yet. */
export function unsavedPrefs(uid: string): UserPrefs {
  return { uid, ...DEFAULTS, updatedAt: null };
}

/** The document of user_prefs after a change, merged like the decider's state. */
export function mergedPrefs(
  document: UserPrefs | null,
  { stream, data, metadata }: StreamEvent<PrefsUpdated>,
): UserPrefs {
  return { ...(document ?? unsavedPrefs(streamId(stream))), ...data.changed, updatedAt: metadata.at };
}

/** Deliveries are mailed about always: a choice made before is void. */
function withoutDeliveries({ changed }: { changed: Partial<Preferences> & { emailDelivered?: boolean } }) {
  const { emailDelivered: _, ...kept } = changed;
  return { changed: kept };
}

export const preferencesEvents: readonly [EventDeclaration<PrefsUpdated>] = [
  {
    type: 'PrefsUpdated',
    schemaVersion: 3,
    // Version 1 has no kinds of mail among what can have changed; in version 2 deliveries were one of them.
    upcasts: { 1: (data: object) => data, 2: withoutDeliveries },
    summary: 'A sender changed preferences; contains only the changed ones.',
    personal: ['changed.displayName'],
    subject: (_, stream) => streamId(stream),
    example: { changed: { emailOptIn: true, displayName: 'Ana T.', locale: 'es' } },
  },
];
