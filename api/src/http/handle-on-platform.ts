import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy, type ValidationArguments } from 'class-validator';
import { normalizeHandle, type HandleCode } from '../kernel/handles.js';
import { PLATFORMS, type Platform } from '../kernel/platforms.js';
import { refusal } from './validation.js';

/**
 * Validates and normalizes a recipient's handle for the `platform` of the same body. Reports nothing when the platform
 * itself is invalid.
 */
export function HandleOnPlatform(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value, obj }: { value: unknown; obj: object }) => {
      const handle = handleOf(value, obj);
      return handle?.ok ? handle.value : value;
    }),
    IsString(),
    ValidateBy({
      name: 'handleOnPlatform',
      validator: {
        validate: (value, args) => codeOf(value, args) === null,
        defaultMessage: (args) => refusal(codeOf(args?.value, args) ?? 'handle_required'),
      },
    }),
  );
}

function codeOf(value: unknown, args: ValidationArguments | undefined): HandleCode | null {
  const handle = handleOf(value, args?.object ?? {});
  return handle && !handle.ok ? handle.code : null;
}

function handleOf(value: unknown, body: object) {
  const { platform } = body as { platform?: unknown };
  if (typeof value !== 'string' || !isPlatform(platform)) return null;
  return normalizeHandle(platform, value);
}

function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.some((platform) => platform === value);
}
