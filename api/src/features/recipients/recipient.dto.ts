import { PartialType } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { HandleOnPlatform } from '../../http/contract/handle-on-platform.js';
import { CleanText, IsIn, MaxLength, WhenGiven } from '../../http/contract/validation.js';
import { HANDLE_MAX_LENGTH } from '../../kernel/text/handles.js';
import { PLATFORMS, type Platform } from '../../kernel/money/platforms.js';
import type { ChangeRecipientRequest, SaveRecipientRequest } from '../../kernel/people/recipients.js';
import { RECIPIENT_MAX_LENGTH } from '../../kernel/money/transfers.js';

/** POST /recipients */
export class SaveRecipientDto implements SaveRecipientRequest {
  /** @example "Maya Okafor" */
  @CleanText(RECIPIENT_MAX_LENGTH)
  name!: string;

  /** Receiving platform. */
  @IsIn(PLATFORMS)
  platform!: Platform;

  /** The recipient's email address, US phone number or name on the platform. */
  @HandleOnPlatform()
  @MaxLength(HANDLE_MAX_LENGTH)
  handle!: string;

  /** Saves or changes the recipient although the handle looks like a saved one (`recipient_similar`). */
  @WhenGiven()
  @IsBoolean()
  confirmSimilar?: boolean;
}

/** PATCH /recipients/:id. Omitted fields stay unchanged; null is no value of a field. */
export class ChangeRecipientDto
  extends PartialType(SaveRecipientDto, { skipNullProperties: false })
  implements ChangeRecipientRequest {}
