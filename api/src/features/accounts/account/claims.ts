import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { requestContext } from '../../../engine/commands/request-context.js';
import { blindIndex } from '../../../engine/vault/blind-index.js';
import { Secrets } from '../../../config/runtime.js';
import { earlierIndex, emailIndex } from '../email-address.js';
import { emailClaimDecider, emailClaimStream } from './email-claim.decider.js';
import { identityClaimDecider, identityClaimStream } from '../social/linking/identity-claim.decider.js';

/** What belongs to one account only: an address, and an account at a sign-in provider. */
@Injectable()
export class Claims {
  constructor(
    private readonly runner: CommandRunner,
    private readonly secrets: Secrets,
  ) {}

  /** The uid that owns the address: the given one, or that of an earlier claim. */
  async claimEmail(email: string, uid: string): Promise<string> {
    return owner(await this.changeEmail('ClaimEmail', emailIndex(email, this.secrets), uid));
  }

  /** Ends the claim of this account, if it has it: from now on the address can be claimed again. */
  async releaseEmail(email: string, uid: string): Promise<void> {
    for (const index of [emailIndex(email, this.secrets), earlierIndex(email, this.secrets)])
      if (index !== null) await this.changeEmail('ReleaseEmail', index, uid);
  }

  /** The uid that owns the identity: the given one, or that of an earlier claim. */
  async claimIdentity(subjectIndex: string, uid: string): Promise<string> {
    return owner(await this.changeIdentity('ClaimIdentity', subjectIndex, uid));
  }

  /** Ends the claim of this account, if it has it: from now on the identity opens nothing and can be claimed again. */
  async releaseIdentity(subjectIndex: string, uid: string): Promise<void> {
    await this.changeIdentity('ReleaseIdentity', subjectIndex, uid);
  }

  private async changeEmail(
    type: 'ClaimEmail' | 'ReleaseEmail',
    index: string,
    uid: string,
  ): Promise<string | null> {
    const { selected } = await this.runner.execute({
      decider: emailClaimDecider,
      stream: emailClaimStream(index),
      command: { type, uid },
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: (state) => state.uid,
    });
    return selected;
  }

  private async changeIdentity(
    type: 'ClaimIdentity' | 'ReleaseIdentity',
    subjectIndex: string,
    uid: string,
  ): Promise<string | null> {
    const { selected } = await this.runner.execute({
      decider: identityClaimDecider,
      stream: identityClaimStream(subjectIndex),
      command: { type, uid },
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: (state) => state.uid,
    });
    return selected;
  }

  /** The uid that claimed an identity, linked or not. Its position is not the caller's. */
  identityOwner(subjectIndex: string): Promise<string | null> {
    const scope = { correlationId: randomUUID(), position: null };
    return requestContext.run(scope, () =>
      this.runner.query(identityClaimDecider, identityClaimStream(subjectIndex), ({ uid }) => uid),
    );
  }

  /** The blind index of a provider's account: its `sub` is unique only together with the issuer. */
  subjectIndex(issuer: string, subject: string): string {
    return blindIndex(this.secrets.blindIndexKey, 'identity', `${issuer}\n${subject}`);
  }
}

function owner(uid: string | null): string {
  if (uid === null) throw new Error('A decided claim has no owner');
  return uid;
}
