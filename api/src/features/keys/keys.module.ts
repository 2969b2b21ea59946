import { Module } from '@nestjs/common';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { keyEvents, keysStream } from './key-rotation.decider.js';
import { RecordRotationHandler } from './record-rotation.command.js';

/** Which keys were in use, and from when. */
@Module({
  imports: [EventSourcingModule.forFeature({ streams: [keysStream], events: keyEvents })],
  providers: [RecordRotationHandler],
})
export class KeysModule {}
