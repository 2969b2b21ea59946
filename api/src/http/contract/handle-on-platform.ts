import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { normalizeHandle } from '../../kernel/text/handles.js';
import { PLATFORMS } from '../../kernel/money/platforms.js';
import { refusal, RuledText } from './validation.js';

/**
 * Validates and normalizes a recipient's handle for the `platform` of the same body. Reports nothing when the platform
 * itself is invalid.
 */
export function HandleOnPlatform(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'handle' }),
    RuledText((text, body: { readonly platform?: unknown }) => {
      const platform = PLATFORMS.find((one) => one === body.platform);
      const handle = platform && normalizeHandle(platform, text);
      if (!handle) return null;
      return handle.ok ? handle : { ok: false, refusal: refusal(handle.code) };
    }),
  );
}
