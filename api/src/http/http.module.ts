import { join } from 'node:path';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { I18nModule } from 'nestjs-i18n';
import { HealthController } from './health.controller.js';
import { PositionGuard } from './position.guard.js';
import { ProblemFilter } from './problem.filter.js';
import { RequestMetrics } from './request-metrics.js';
import { RequestPipe } from './request-pipe.js';
import { RequestThrottle, throttling } from './throttle.js';
import { Config } from '../config/config.js';

/** Folder of the refusal texts, beside the compiled code too. */
export const TEXTS_FOLDER = join(import.meta.dirname, '../i18n');

/** The texts without their interceptor: it would wrap each handler in an observable to find the caller's language, which the request knows (language.ts). */
function refusalTexts(): DynamicModule {
  const texts = I18nModule.forRoot({
    fallbackLanguage: 'en',
    loaderOptions: { path: TEXTS_FOLDER, watch: false },
    // Asked by nobody now; without one the module logs that it cannot work.
    resolvers: [{ resolve: () => undefined }],
    disableMiddleware: true,
    logging: false,
  });
  return { ...texts, providers: texts.providers?.filter((provider) => !isInterceptor(provider)) ?? [] };
}

function isInterceptor(provider: Provider): boolean {
  return 'provide' in provider && provider.provide === APP_INTERCEPTOR;
}

/** The HTTP edge: what every room's controllers find around them. Its throttle comes after the session guard, so that a signed-in caller is counted as a person. */
@Module({
  imports: [refusalTexts(), ThrottlerModule.forRootAsync({ inject: [Config], useFactory: throttling })],
  controllers: [HealthController],
  providers: [
    RequestMetrics,
    ProblemFilter,
    { provide: APP_FILTER, useExisting: ProblemFilter },
    { provide: APP_GUARD, useClass: RequestThrottle },
    { provide: APP_GUARD, useClass: PositionGuard },
    { provide: APP_PIPE, useClass: RequestPipe },
  ],
})
export class HttpModule {}
