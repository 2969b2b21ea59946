import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { ComplianceModule } from './compliance/compliance.module.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { TransfersModule } from './transfers/transfers.module.js';
import { VerificationModule } from './verification/verification.module.js';

/** The composition root: infrastructure and one module per room. */
@Module({
  imports: [AccountsModule, TransfersModule, VerificationModule, PreferencesModule, ComplianceModule],
})
export class AppModule {}
