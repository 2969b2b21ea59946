import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import {
  CurrentPrincipal,
  RequireRoles,
  RequireStepUp,
  type Principal,
} from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { TakesUuid, UuidParameter } from '../../../http/contract/validation.js';
import { GetCheckSender } from './get-check-sender.query.js';
import { identityChecksProjection } from './identity-checks.projection.js';
import { RevokeVerificationDto } from './revoke-verification.dto.js';
import { RevokeVerification } from './revoke-verification.command.js';

/** Ends verifications. */
@ApiTags('compliance')
@RequireRoles('lead')
@Controller('compliance/verifications')
export class RevocationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getCheckSender: GetCheckSender,
  ) {}

  /**
   * Revokes a verification, with a code of the second factor: the sender is unverified at once and sees a declined check, as
   * when the provider declines one. 409 `not_verified` for a check that does not make its sender verified; 404 for one's own.
   */
  @Post(':requestId/revoke')
  @RequireStepUp()
  @Refuses('not_verified', 'clock_suspect')
  @ReadsViews(identityChecksProjection)
  @TakesUuid('requestId', 'Of the check')
  @HttpCode(204)
  async revoke(
    @CurrentPrincipal() { uid: by }: Principal,
    @UuidParameter('requestId') requestId: string,
    @Body() { reason }: RevokeVerificationDto,
  ): Promise<void> {
    const uid = await this.getCheckSender.execute(requestId, by);
    await this.commands.execute(new RevokeVerification(uid, { requestId, by, reason }));
  }
}
