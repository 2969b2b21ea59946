import { Global, Module } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { EventStore } from '../event-store/event-store.port.js';
import { Vault } from '../vault/vault.port.js';
import { ClockGuard } from './clock-guard.js';
import { CommandRunner } from './command-runner.js';
import { SafetyCopies } from './safety-copies.js';
import { StateSnapshots } from './state-snapshots.js';

/** The command runner, for the streams that features declare. */
@Global()
@Module({
  providers: [
    {
      provide: ClockGuard,
      inject: [Clock, EventStore, Vault],
      useFactory: (clock: Clock, events: EventStore, vault: Vault) => new ClockGuard(clock, events, vault),
    },
    {
      provide: SafetyCopies,
      inject: [Vault],
      useFactory: (vault: Vault) => new SafetyCopies(vault),
    },
    {
      provide: CommandRunner,
      inject: [EncryptedEventLog, Clock, Features, ClockGuard, Vault, SafetyCopies],
      // oxlint-disable-next-line flip/max-params -- Nest injects each
      useFactory: (
        log: EncryptedEventLog,
        clock: Clock,
        { prefixes }: Features,
        guard: ClockGuard,
        vault: Vault,
        copies: SafetyCopies,
      ) =>
        new CommandRunner(log, clock, { prefixes, guard, copies, snapshots: new StateSnapshots(log, vault) }),
    },
  ],
  exports: [CommandRunner, ClockGuard, SafetyCopies],
})
export class CommandsModule {}
