import { PickType } from '@nestjs/swagger';
import { TransferDraftDto } from './transfer-draft.dto.js';

/** GET /fees */
export class FeeAmountDto extends PickType(TransferDraftDto, ['amount']) {}
