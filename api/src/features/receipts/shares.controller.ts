import { Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../http/contract/position.interceptor.js';
import { CurrentPrincipal, type Principal, Public } from '../../http/contract/principal.js';
import { LimitedTo } from '../../http/edge/route-options.js';
import { NamesId } from '../../http/contract/validation.js';
import type { ActiveShareLinks, SharedTransfer, ShareLink } from '../../kernel/money/receipts.js';
import { ShareLinks } from './share-links.js';
import { SharedTransfers } from './shared-transfers.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { accountsProjection } from '../accounts/account/accounts.projection.js';

/** An open page reads four times a minute, and a household may have several. */
const OPENED_PER_MINUTE = 120;
/** A code is typed by hand. */
const CHECKED_PER_MINUTE = 20;
const ROBOTS = ['x-robots-tag', 'noindex'] as const;

/** Links to the recipient's page, and what they and the codes of receipts show without a session. */
@ApiTags('receipts')
@Controller()
export class SharesController {
  constructor(
    private readonly links: ShareLinks,
    private readonly shared: SharedTransfers,
  ) {}

  /** The link to the recipient's page of a charged transfer; the same one until it expires or is turned off. */
  @Post('transfers/:id/share')
  @NamesId('id', "The id of one of the sender's charged transfers")
  share(@CurrentPrincipal() { uid }: Principal, @Param('id') id: string): Promise<ShareLink> {
    return this.links.share(uid, id);
  }

  /** Turns off the link of a transfer. */
  @Delete('transfers/:id/share')
  @NamesId('id', "The id of one of the sender's charged transfers")
  @HttpCode(204)
  stop(@CurrentPrincipal() { uid }: Principal, @Param('id') id: string): Promise<void> {
    return this.links.stop(uid, id);
  }

  /** The sender's links that work, the newest first. */
  @Get('shares')
  @ReadsViews(transactionsProjection, accountsProjection)
  list(@CurrentPrincipal() { uid }: Principal): Promise<ActiveShareLinks> {
    return this.links.list(uid);
  }

  /** Turns off all links of the sender. */
  @Delete('shares')
  @HttpCode(204)
  stopAll(@CurrentPrincipal() { uid }: Principal): Promise<void> {
    return this.links.stopAll(uid);
  }

  /** What a link shows. Unknown, expired and turned off: the same 404. */
  @Get('shared/:token')
  @Public()
  @LimitedTo(OPENED_PER_MINUTE)
  @ReadsViews(transactionsProjection, accountsProjection)
  @Header(...ROBOTS)
  @ApiParam({ name: 'token', description: 'The token of the link', schema: { type: 'string' } })
  open(@Param('token') token: string): Promise<SharedTransfer> {
    return this.shared.open(token);
  }

  /** What the verification code of a receipt proves. */
  @Get('receipts/:code')
  @Public()
  @LimitedTo(CHECKED_PER_MINUTE)
  @ReadsViews(transactionsProjection, accountsProjection)
  @Header(...ROBOTS)
  @ApiParam({
    name: 'code',
    description: 'The code on the receipt: R7KM-9QX4-C1D8',
    schema: { type: 'string' },
  })
  check(@Param('code') code: string): Promise<SharedTransfer> {
    return this.shared.check(code);
  }
}
