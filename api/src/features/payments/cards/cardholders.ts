import { Injectable } from '@nestjs/common';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { blindIndex } from '../../../engine/vault/blind-index.js';
import { Secrets } from '../../../config/runtime.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { cardholderDecider, cardholderStream } from './cardholder.decider.js';

/** The accounts that a card has served. */
@Injectable()
export class Cardholders {
  constructor(
    private readonly runner: CommandRunner,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Records that an unverified account charges the card for a transfer; a repeat records nothing. A card that the
   * processor cannot tell from others is not accepted from such an account.
   * @throws card_used_elsewhere, card_not_found
   */
  async use(
    fingerprint: string | null,
    { uid, transferId }: { uid: string; transferId: string },
  ): Promise<void> {
    if (fingerprint === null) throw new DomainError('card_not_found');
    await this.runner.execute({
      decider: cardholderDecider,
      stream: cardholderStream(blindIndex(this.secrets.blindIndexKey, 'card', fingerprint)),
      command: { uid, transferId },
      context: newCommandContext({ kind: 'sender', id: uid }),
    });
  }
}
