import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { I18nModule, QueryResolver } from 'nestjs-i18n';
import { HealthController } from './health.controller.js';
import { LANGUAGE_PARAMETER } from './edge/language.js';
import { PositionInterceptor } from './contract/position.interceptor.js';
import { PolicyReportsController } from './policy-reports.controller.js';
import { PositionTokens } from './contract/position-tokens.js';
import { ProblemFilter } from './contract/problem.filter.js';
import { Refusals } from './contract/refusal.js';
import { RequestMetrics } from './edge/log-and-metrics.js';
import { Notices } from './notices.js';
import { RequestPipe } from './contract/validation.js';
import { LoadShedding } from './edge/overload.js';
import { RequestLimits } from './edge/throttle.js';

/** Folder of the refusal texts, also next to the compiled code. */
export const TEXTS_FOLDER = join(import.meta.dirname, '../i18n');

/** The HTTP edge. */
@Module({
  imports: [
    I18nModule.forRoot({
      fallbackLanguage: 'en',
      loaderOptions: { path: TEXTS_FOLDER, watch: false },
      // Every request for a text names its language (language.ts), but the package requires a resolver.
      resolvers: [new QueryResolver([LANGUAGE_PARAMETER])],
      disableMiddleware: true,
      skipAsyncHook: true,
      logging: false,
    }),
  ],
  controllers: [HealthController, PolicyReportsController],
  providers: [
    RequestMetrics,
    Notices,
    PositionTokens,
    RequestLimits,
    LoadShedding,
    Refusals,
    ProblemFilter,
    { provide: APP_FILTER, useExisting: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: PositionInterceptor },
    { provide: APP_PIPE, useClass: RequestPipe },
  ],
  exports: [RequestMetrics, Notices, PositionTokens, Refusals],
})
export class HttpModule {}
