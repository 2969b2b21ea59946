import { Module } from '@nestjs/common';
import { EventSourcingModule, type LeftoversCause } from '../../event-sourcing/event-sourcing.module.js';
import { GetPreferences } from './get-preferences.query.js';
import { OwnPreferences } from './own-preferences.js';
import { preferencesTopics } from './live-topics.rules.js';
import { PreferencesController } from './preferences.controller.js';
import { SavePreferences, SavePreferencesHandler } from './save-preferences.command.js';
import {
  DEFAULT_CHOICES,
  type Preferences,
  preferencesEvents,
  preferencesStream,
} from './preferences.decider.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { userPrefsProjection } from './user-prefs.projection.js';

/**
 * The name would greet the owner of a mailbox who takes over an account; choices of mail stay. A closed account keeps only the
 * language, in which mails about its money are written.
 */
const cleared: Readonly<Record<LeftoversCause, Partial<Preferences>>> = {
  reclaimed: { displayName: null },
  closed: { ...DEFAULT_CHOICES, displayName: null },
};

/** Display name, important emails and language of mail. */
@Module({
  imports: [
    EventSourcingModule.forFeature({
      streams: [preferencesStream],
      events: preferencesEvents,
      projections: [userPrefsProjection],
      live: [preferencesTopics],
      leftovers: [(uid, cause) => new SavePreferences(uid, cleared[cause])],
      ownData: [OwnPreferences],
    }),
  ],
  controllers: [PreferencesController, UnsubscribeController],
  providers: [SavePreferencesHandler, GetPreferences, OwnPreferences],
})
export class PreferencesModule {}
