import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { SavedRecipient } from '../../kernel/people/recipients.js';
import {
  recipientsDecider,
  recipientsStream,
  savedAs,
  type ChangeCommand,
  type RecipientsState,
  type RemoveCommand,
  type SaveCommand,
} from './recipients.decider.js';

/** A sender's change of the saved recipients; the instant comes with the decision. */
type Edit = Omit<SaveCommand, 'at'> | Omit<ChangeCommand, 'at'> | Omit<RemoveCommand, 'at'>;

/**
 * Saves, changes or removes one recipient; returns it as it is afterwards, null when it was removed.
 * @throws recipient_similar, recipient_already_saved, too_many_recipients, handle_…; not_found also for another sender's
 */
export class EditRecipients extends Command<SavedRecipient | null> {
  constructor(
    readonly uid: string,
    readonly edit: Edit,
  ) {
    super();
  }
}

@CommandHandler(EditRecipients)
export class EditRecipientsHandler implements ICommandHandler<EditRecipients> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid, edit }: EditRecipients): Promise<SavedRecipient | null> {
    if (uid === '') throw new DomainError('uid_required');
    const { selected } = await this.runner.execute({
      decider: recipientsDecider,
      stream: recipientsStream(uid),
      command: edit,
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: (state) => concerned(edit, state),
    });
    return selected ? { ...selected, uid } : null;
  }
}

function concerned(edit: Edit, state: RecipientsState): Omit<SavedRecipient, 'uid'> | undefined {
  return edit.type === 'save' ? savedAs(edit.recipient, state) : state.get(edit.recipientId);
}
