import { Module } from '@nestjs/common';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { AccessLog } from '../access/access-log.js';
import { AccessStream } from '../access/access-stream.js';
import { TransferStream } from '../lifecycle/state/transfer-stream.js';
import { AuditController } from './audit.controller.js';
import { AuditEvents } from './audit-events.js';
import { auditProjection } from './audit.projection.js';
import { CaseFile } from './exports/case-file.js';
import { CaseFileController } from './exports/case-file.controller.js';
import { DocumentsModule } from '../../documents/documents.module.js';
import { ExportCaseHandler } from './exports/export-case.command.js';
import { ExportAuditHandler } from './exports/export-audit.command.js';
import { ExportRecord } from './exports/export-record.js';
import { ExportsController } from './exports.controller.js';
import { GetAuditCounts } from './get-audit-counts.query.js';
import { GetAudit } from './get-audit.query.js';
import { GetAuditPeople } from './get-audit-people.query.js';
import { PersonNames } from './person-names.js';

/** What staff did, by person, subject and action, and its exports. */
@Module({
  imports: [
    AccessStream,
    DocumentsModule,
    TransferStream,
    EventSourcingModule.forFeature({ projections: [auditProjection] }),
  ],
  controllers: [AuditController, ExportsController, CaseFileController],
  providers: [
    AccessLog,
    AuditEvents,
    PersonNames,
    GetAudit,
    GetAuditCounts,
    GetAuditPeople,
    ExportRecord,
    ExportAuditHandler,
    CaseFile,
    ExportCaseHandler,
  ],
})
export class AuditModule {}
