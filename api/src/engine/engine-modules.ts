import type { DynamicModule, Type } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CommandsModule } from './commands/commands.module.js';
import { ConfigModule } from '../config/config.module.js';
import type { Runtime } from '../config/runtime.js';
import { EventSourcingModule, type Features } from '../event-sourcing/event-sourcing.module.js';
import { SafetyModule } from './safety/safety.module.js';
import { StoresModule } from './stores/stores.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

/** The global modules that features build on. They start in this order and stop in reverse: stores close last. */
export function engineModules(runtime: Runtime, features: Features): readonly (Type | DynamicModule)[] {
  return [
    CqrsModule.forRoot(),
    ConfigModule.forRoot(runtime),
    EventSourcingModule.forRoot(features),
    StoresModule,
    CommandsModule,
    SubscriptionsModule,
    SafetyModule,
  ];
}
