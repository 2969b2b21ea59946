import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { LiveController } from './live.controller.js';
import { LiveHub } from './live-hub.js';

/** Tells open pages what changed. */
@Module({ imports: [HttpModule], controllers: [LiveController], providers: [LiveHub] })
export class LiveModule {}
