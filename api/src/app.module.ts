import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { ComplianceModule } from './compliance/compliance.module.js';
import { HttpModule } from './http/http.module.js';
import { EngineModule } from './engine.module.js';
import type { Runtime } from './config/runtime.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { eventDeclarations, projections } from './features.js';
import { TransfersModule } from './transfers/transfers.module.js';
import { VerificationModule } from './verification/verification.module.js';

/** The composition root: infrastructure, the HTTP edge and one module per room. */
@Module({})
export class AppModule {
  static forRoot(runtime: Runtime): DynamicModule {
    return {
      module: AppModule,
      imports: [
        EngineModule.forRoot(runtime, { eventDeclarations, projections }),
        // The session guard of accounts comes before the throttle, which counts a signed-in caller as a person.
        AccountsModule,
        HttpModule,
        TransfersModule,
        VerificationModule,
        PreferencesModule,
        ComplianceModule,
      ],
    };
  }
}
