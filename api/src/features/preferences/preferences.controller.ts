import { Body, Controller, Get, Patch } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../http/contract/principal.js';
import { ReadsViews } from '../../http/contract/position.interceptor.js';
import { Refuses } from '../../http/contract/refuses.js';
import type { UserPrefs } from '../../kernel/people/preferences.js';
import { ChangePreferencesDto } from './change-preferences.dto.js';
import { GetPreferences } from './get-preferences.query.js';
import type { Preferences } from './preferences.decider.js';
import { SavePreferences } from './save-preferences.command.js';
import { userPrefsProjection } from './user-prefs.projection.js';

/** A sender's own preferences. */
@ApiTags('preferences')
@Controller('preferences')
export class PreferencesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getPreferences: GetPreferences,
  ) {}

  /** The preferences; the defaults until the sender saves some. */
  @Get()
  @ReadsViews(userPrefsProjection)
  read(@CurrentPrincipal() { uid }: Principal): Promise<UserPrefs> {
    return this.getPreferences.execute(uid);
  }

  /** Merges the given fields; omitted ones stay unchanged. */
  @Patch()
  @Refuses('clock_suspect')
  change(@CurrentPrincipal() { uid }: Principal, @Body() body: ChangePreferencesDto): Promise<UserPrefs> {
    return this.commands.execute(new SavePreferences(uid, requestedChanges(body)));
  }
}

/** An empty display name means none. */
function requestedChanges({ displayName, ...choices }: ChangePreferencesDto): Partial<Preferences> {
  return { ...given(choices), ...(displayName !== undefined && { displayName: displayName || null }) };
}

/** Without the omitted fields. */
function given<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<Values>;
}
