import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import type { UserPrefs } from '../../kernel/people/preferences.js';
import { unsavedPrefs } from './preferences.decider.js';
import { userPrefsProjection } from './user-prefs.projection.js';

/** A sender's preferences; the defaults until they save some. */
export class GetPreferences extends Query<UserPrefs> {
  constructor(readonly uid: string) {
    super();
  }
}

@QueryHandler(GetPreferences)
export class GetPreferencesHandler implements IQueryHandler<GetPreferences> {
  constructor(private readonly views: ViewStore) {}

  async execute({ uid }: GetPreferences): Promise<UserPrefs> {
    return (await this.views.get(userPrefsProjection, uid)) ?? unsavedPrefs(uid);
  }
}
