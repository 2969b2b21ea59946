import { randomUUID } from 'node:crypto';
import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../http/contract/position.interceptor.js';
import { Compressed } from '../../http/edge/route-options.js';
import { CurrentPrincipal, type Principal } from '../../http/contract/principal.js';
import { TakesUuid, UuidParameter } from '../../http/contract/validation.js';
import { Refuses } from '../../http/contract/refuses.js';
import { HANDLE_CODES } from '../../kernel/text/handles.js';
import type { SavedRecipient, Recipients } from '../../kernel/people/recipients.js';
import { EditRecipients } from './edit-recipients.command.js';
import { GetRecipients } from './get-recipients.query.js';
import { ChangeRecipientDto, SaveRecipientDto } from './recipient.dto.js';
import { recipientsProjection } from './recipients.projection.js';

const OWN_RECIPIENT = "The id of one of the sender's saved recipients";

/** A sender's saved recipients. */
@ApiTags('recipients')
@Controller('recipients')
export class RecipientsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getRecipients: GetRecipients,
  ) {}

  /** All saved recipients, newest first. */
  @Get()
  @Compressed()
  @ReadsViews(recipientsProjection)
  list(@CurrentPrincipal() { uid }: Principal): Promise<Recipients> {
    return this.getRecipients.execute(uid);
  }

  /**
   * Saves a recipient; saving it again under the same name changes nothing. A handle that looks like a saved one is
   * refused with `params.similarTo` until `confirmSimilar` is true.
   */
  @Post()
  @Refuses('recipient_similar', 'recipient_already_saved', 'too_many_recipients', 'clock_suspect')
  async save(
    @CurrentPrincipal() { uid }: Principal,
    @Body() { confirmSimilar = false, name, platform, handle }: SaveRecipientDto,
  ): Promise<SavedRecipient> {
    const recipient = { name, platform, handle };
    const edit = { type: 'save', recipientId: randomUUID(), recipient, confirmSimilar } as const;
    return present(await this.commands.execute(new EditRecipients(uid, edit)));
  }

  /**
   * Changes a saved recipient; omitted fields stay unchanged, and the handle and the platform that result must fit each other.
   * Earlier transfers keep what they were sent with.
   */
  @Patch(':id')
  @Refuses('recipient_similar', 'recipient_already_saved', ...HANDLE_CODES, 'clock_suspect')
  @TakesUuid('id', OWN_RECIPIENT)
  async change(
    @CurrentPrincipal() { uid }: Principal,
    @UuidParameter('id') recipientId: string,
    @Body() wanted: ChangeRecipientDto,
  ): Promise<SavedRecipient> {
    const edit = { type: 'change', recipientId, wanted } as const;
    return present(await this.commands.execute(new EditRecipients(uid, edit)));
  }

  /** Removes a saved recipient; transfers to it stay. */
  @Delete(':id')
  @Refuses('clock_suspect')
  @TakesUuid('id', OWN_RECIPIENT)
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() { uid }: Principal,
    @UuidParameter('id') recipientId: string,
  ): Promise<void> {
    await this.commands.execute(new EditRecipients(uid, { type: 'remove', recipientId }));
  }
}

function present(recipient: SavedRecipient | null): SavedRecipient {
  if (!recipient) throw new Error('A recipient that was saved is missing from the state');
  return recipient;
}
