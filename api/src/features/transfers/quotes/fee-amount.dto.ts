import { PickType } from '@nestjs/swagger';
import { TransferDraftDto } from '../sending/transfer-draft.dto.js';

/** GET /fees */
export class FeeAmountDto extends PickType(TransferDraftDto, ['amount']) {}
