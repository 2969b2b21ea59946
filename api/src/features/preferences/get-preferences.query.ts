import { Injectable } from '@nestjs/common';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import type { UserPrefs } from '../../kernel/people/preferences.js';
import { unsavedPrefs } from './preferences.decider.js';
import { userPrefsProjection } from './user-prefs.projection.js';

/** A sender's preferences; the defaults until they save some. */
@Injectable()
export class GetPreferences {
  constructor(private readonly views: ViewStore) {}

  async execute(uid: string): Promise<UserPrefs> {
    return (await this.views.get(userPrefsProjection, uid)) ?? unsavedPrefs(uid);
  }
}
