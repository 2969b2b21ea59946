import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { I18nModule, QueryResolver } from 'nestjs-i18n';
import { Config } from '../config/config.js';
import { HealthController } from './health.controller.js';
import { LANGUAGE_PARAMETER } from './language.js';
import { PositionInterceptor } from './position.interceptor.js';
import { ProblemFilter } from './problem.filter.js';
import { RequestMetrics } from './log-and-metrics.js';
import { RequestPipe } from './validation.js';
import { RequestThrottle, throttling } from './throttle.js';

/** Folder of the refusal texts, also next to the compiled code. */
export const TEXTS_FOLDER = join(import.meta.dirname, '../i18n');

/** The HTTP edge. Its throttle runs after the session guard, so that it counts signed-in callers by uid. */
@Module({
  imports: [
    I18nModule.forRoot({
      fallbackLanguage: 'en',
      loaderOptions: { path: TEXTS_FOLDER, watch: false },
      // Whoever asks for a text says its language (language.ts), but the package insists on a resolver.
      resolvers: [new QueryResolver([LANGUAGE_PARAMETER])],
      disableMiddleware: true,
      skipAsyncHook: true,
      logging: false,
    }),
    ThrottlerModule.forRootAsync({ inject: [Config], useFactory: throttling }),
  ],
  controllers: [HealthController],
  providers: [
    RequestMetrics,
    ProblemFilter,
    { provide: APP_FILTER, useExisting: ProblemFilter },
    { provide: APP_GUARD, useClass: RequestThrottle },
    { provide: APP_INTERCEPTOR, useClass: PositionInterceptor },
    { provide: APP_PIPE, useClass: RequestPipe },
  ],
  exports: [RequestMetrics],
})
export class HttpModule {}
