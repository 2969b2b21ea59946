import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { GetPreferencesHandler } from './get-preferences.query.js';
import { PreferencesController } from './preferences.controller.js';
import { SavePreferencesHandler } from './save-preferences.command.js';

/** Display name, important e-mails, language of the mail. */
@Module({
  imports: [CqrsModule],
  controllers: [PreferencesController],
  providers: [SavePreferencesHandler, GetPreferencesHandler],
})
export class PreferencesModule {}
