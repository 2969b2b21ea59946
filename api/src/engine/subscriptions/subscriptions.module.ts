import {
  Global,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Config, serverUrls } from '../../config/config.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { Vault } from '../vault/vault.port.js';
import { ViewStore } from '../view-store/view-store.port.js';
import { SubscriptionRunner } from './subscription-runner.js';
import { endLeases } from './workers/lease.js';

/** Keeps every declared projection and saga up with the log, from the start of the application to its end. */
@Global()
@Module({
  providers: [
    {
      provide: SubscriptionRunner,
      inject: [EncryptedEventLog, ViewStore, Vault, Features, CommandBus],
      // oxlint-disable-next-line flip/max-params -- Nest injects each
      useFactory: (
        log: EncryptedEventLog,
        views: ViewStore,
        vault: Vault,
        { projections, sagas, live }: Features,
        bus: CommandBus,
      ) =>
        new SubscriptionRunner(
          { log, views, vault },
          {
            projections,
            followed: live.flatMap(({ prefixes }) => prefixes),
            sagas: sagas.map((declared) => ({
              saga: declared.saga,
              dispatch: (command, context) => bus.execute(declared.commandOf(command, context)),
            })),
          },
        ),
    },
  ],
  exports: [SubscriptionRunner],
})
export class SubscriptionsModule implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly runner: SubscriptionRunner,
    private readonly vault: Vault,
    private readonly config: Config,
  ) {}

  /** Embedded stores are locked: a lease that is held there is one of a process that was killed. */
  async onModuleInit(): Promise<void> {
    if (serverUrls(this.config) === null) await endLeases(this.vault);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.runner.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner.stop();
  }
}
