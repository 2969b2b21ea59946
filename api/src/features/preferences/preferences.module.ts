import { Module } from '@nestjs/common';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { GetPreferences } from './get-preferences.query.js';
import { OwnPreferences } from './own-preferences.js';
import { preferencesTopics } from './live-topics.rules.js';
import { PreferencesController } from './preferences.controller.js';
import { SavePreferences, SavePreferencesHandler } from './save-preferences.command.js';
import { preferencesEvents, preferencesStream } from './preferences.decider.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { userPrefsProjection } from './user-prefs.projection.js';

/** Display name, important emails and language of mail. */
@Module({
  imports: [
    EventSourcingModule.forFeature({
      streams: [preferencesStream],
      events: preferencesEvents,
      projections: [userPrefsProjection],
      live: [preferencesTopics],
      // Choices of mail and language stay; the name would greet the owner.
      leftovers: [(uid) => new SavePreferences(uid, { displayName: null })],
      ownData: [OwnPreferences],
    }),
  ],
  controllers: [PreferencesController, UnsubscribeController],
  providers: [SavePreferencesHandler, GetPreferences, OwnPreferences],
})
export class PreferencesModule {}
