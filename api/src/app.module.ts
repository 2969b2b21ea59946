import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './features/accounts/accounts.module.js';
import { AuditModule } from './features/audit/audit.module.js';
import { KeysModule } from './features/keys/keys.module.js';
import { HistoryModule } from './features/history/history.module.js';
import { ReviewModule } from './features/review/review.module.js';
import { RulesModule } from './features/rules/rules.module.js';
import type { Runtime } from './config/runtime.js';
import { engineModules } from './engine/engine-modules.js';
import { featuresOf } from './event-sourcing/event-sourcing.module.js';
import { HttpModule } from './http/http.module.js';
import { LiveModule } from './live/live.module.js';
import { LifecycleModule } from './features/lifecycle/lifecycle.module.js';
import { PaymentsModule } from './features/payments/payments.module.js';
import { DeskModule } from './features/payouts/desk.module.js';
import { PersonalDataModule } from './features/personal-data/personal-data.module.js';
import { PayoutsModule } from './features/payouts/payouts.module.js';
import { PreferencesModule } from './features/preferences/preferences.module.js';
import { ReceiptsModule } from './features/receipts/receipts.module.js';
import { RecipientsModule } from './features/recipients/recipients.module.js';
import { TransfersModule } from './features/transfers/transfers.module.js';
import { VerificationModule } from './features/verification/verification.module.js';

/** The composition root: the engine, the HTTP edge, the live stream and one module per feature. */
@Module({
  imports: [
    AccountsModule,
    HttpModule,
    LiveModule,
    PreferencesModule,
    ReceiptsModule,
    RecipientsModule,
    TransfersModule,
    LifecycleModule,
    PaymentsModule,
    PayoutsModule,
    VerificationModule,
    PersonalDataModule,
    ReviewModule,
    RulesModule,
    HistoryModule,
    AuditModule,
    DeskModule,
    KeysModule,
  ],
})
export class AppModule {
  static forRoot(runtime: Runtime): DynamicModule {
    return { module: AppModule, imports: [...engineModules(runtime, featuresOf(AppModule))] };
  }
}
