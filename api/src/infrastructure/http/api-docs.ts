import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

const PATH = 'api/docs';

/** OpenAPI at /api/docs-json and its page at /api/docs, generated from the controllers. */
export function serveApiDocs(app: INestApplication): void {
  SwaggerModule.setup(PATH, app, () => SwaggerModule.createDocument(app, apiDescription()), {
    customSiteTitle: 'Flip API',
  });
}

/** The document's head: also for generating it without a server. */
export function apiDescription() {
  return new DocumentBuilder()
    .setTitle('Flip API')
    .setDescription(
      'Unsafe methods need the header X-Flip-Request: 1. Refusals are RFC 9457 problems. Money is decimal text: "20.00".',
    )
    .setVersion('0.1.0')
    .addCookieAuth('flip_at')
    .addBearerAuth()
    .build();
}
