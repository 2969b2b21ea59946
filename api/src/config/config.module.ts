import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from './clock.js';
import { Config } from './config.js';
import { ProviderSettings, type Runtime, Secrets } from './runtime.js';

/** Values known before Nest starts: configuration, secrets, provider addresses and the clock. */
@Module({})
export class ConfigModule {
  static forRoot(runtime: Runtime): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: Config, useValue: runtime.config },
        { provide: Secrets, useValue: runtime.secrets },
        { provide: ProviderSettings, useValue: runtime.providers },
        { provide: Clock, useValue: runtime.clock },
      ],
      exports: [Config, Secrets, ProviderSettings, Clock],
    };
  }
}
