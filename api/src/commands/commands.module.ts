import { Global, Module } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { Features } from '../event-sourcing/event-sourcing.module.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { CommandRunner } from './command-runner.js';

/** The command runner, for the streams that features declare. */
@Global()
@Module({
  providers: [
    {
      provide: CommandRunner,
      inject: [EncryptedEventLog, Clock, Features],
      useFactory: (log: EncryptedEventLog, clock: Clock, { prefixes }: Features) =>
        new CommandRunner(log, clock, { prefixes }),
    },
  ],
  exports: [CommandRunner],
})
export class CommandsModule {}
