import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type CardUser, CurrentCardUser } from '../../../http/edge/caller-network.js';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import { Compressed } from '../../../http/edge/route-options.js';
import { CurrentPrincipal, type Principal } from '../../../http/contract/principal.js';
import { TakesUuid, UuidParameter } from '../../../http/contract/validation.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { SavedCard, type SavedCards } from '../../../kernel/money/cards.js';
import { ChangeCardDto, SaveCardDto } from './cards.dto.js';
import { ChangeCard } from './change-card.command.js';
import { GetCards } from './get-cards.query.js';
import { SaveCard } from './save-card.command.js';
import { cardsProjection } from './cards.projection.js';

const CARD = "The id of one of the sender's saved cards";

/** A sender's own saved cards; another sender's card gets the same response as a missing one. */
@ApiTags('cards')
@Controller('cards')
export class CardsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getCards: GetCards,
  ) {}

  /** The saved cards: the default first, then the newest. */
  @Get()
  @Compressed()
  @ReadsViews(cardsProjection)
  list(@CurrentPrincipal() { uid }: Principal): Promise<SavedCards> {
    return this.getCards.execute(uid);
  }

  /** Saves a card without charging it. The first card is the default; a card that is saved already stays one. */
  @Post()
  @Refuses(
    'email_not_confirmed',
    'card_not_found',
    'card_not_debit',
    'card_expired',
    'card_declined',
    'too_many_cards',
    'too_many_declines',
    'payments_unavailable',
    'clock_suspect',
  )
  save(@CurrentCardUser() user: CardUser, @Body() { token }: SaveCardDto): Promise<SavedCard> {
    return this.commands.execute(new SaveCard(user, token));
  }

  /** Makes a card the default. */
  @Patch(':id')
  @Refuses('card_expired', 'clock_suspect')
  @TakesUuid('id', CARD)
  @ApiOkResponse({ type: SavedCard })
  makeDefault(
    @CurrentPrincipal() { uid }: Principal,
    @UuidParameter('id') id: string,
    @Body() change: ChangeCardDto,
  ): Promise<SavedCard | null> {
    return this.commands.execute(new ChangeCard(uid, id, change));
  }

  /** Removes a card. The newest other one becomes the default when this one was. */
  @Delete(':id')
  @Refuses('clock_suspect')
  @HttpCode(204)
  @TakesUuid('id', CARD)
  async remove(@CurrentPrincipal() { uid }: Principal, @UuidParameter('id') id: string): Promise<void> {
    await this.commands.execute(new ChangeCard(uid, id, 'remove'));
  }

  /** Undoes the removal of a card, within 30 seconds. */
  @Post(':id/restore')
  @Refuses('card_removed', 'too_many_cards', 'clock_suspect')
  @HttpCode(200)
  @TakesUuid('id', CARD)
  @ApiOkResponse({ type: SavedCard })
  restore(
    @CurrentPrincipal() { uid }: Principal,
    @UuidParameter('id') id: string,
  ): Promise<SavedCard | null> {
    return this.commands.execute(new ChangeCard(uid, id, 'restore'));
  }
}
