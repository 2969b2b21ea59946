import { Global, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Features } from '../event-sourcing/event-sourcing.module.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { Vault } from '../vault/vault.port.js';
import { ViewStore } from '../view-store/view-store.port.js';
import { SubscriptionRunner } from './subscription-runner.js';

/** Keeps every declared projection and saga up with the log, from the start of the application to its end. */
@Global()
@Module({
  providers: [
    {
      provide: SubscriptionRunner,
      inject: [EncryptedEventLog, ViewStore, Vault],
      useFactory: (log: EncryptedEventLog, views: ViewStore, vault: Vault) =>
        new SubscriptionRunner({ log, views, vault }),
    },
  ],
  exports: [SubscriptionRunner],
})
export class SubscriptionsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly runner: SubscriptionRunner,
    private readonly features: Features,
    private readonly commands: CommandBus,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const projection of this.features.projections) this.runner.addProjection(projection);
    for (const { saga, commandOf } of this.features.sagas)
      this.runner.addSaga(saga, (reaction, context) =>
        this.commands.execute(commandOf(reaction as never, context)),
      );
    await this.runner.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner.stop();
  }
}
