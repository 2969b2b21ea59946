import { Module } from '@nestjs/common';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { HttpModule } from '../../http/http.module.js';
import { Archives } from './archives.js';
import { DataExports } from './data-exports.js';
import { ExportController } from './export.controller.js';
import { ExportData } from './export-data.js';

/** The download of one's own data: what the features show to a person, in one file. */
@Module({
  imports: [HttpModule, EventSourcingModule.forFeature({ refusals: { export_under_way: 409 } })],
  controllers: [ExportController],
  providers: [Archives, DataExports, ExportData],
})
export class PersonalDataModule {}
