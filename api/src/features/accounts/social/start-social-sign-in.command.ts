import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../caller.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import { ATTEMPT_BUDGETS } from '../passwords/attempt-budgets.js';
import { SocialAttempts, type SocialStart } from './social-attempts.js';
import { SocialProviders } from './social-providers.js';

export interface BegunSignIn {
  /** The provider's page. */
  readonly address: string;
  /** The browser's key to the attempt. */
  readonly key: string;
}

export class StartSocialSignIn extends Command<BegunSignIn> {
  constructor(
    readonly start: SocialStart,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Begins a sign-in with a provider. */
@CommandHandler(StartSocialSignIn)
export class StartSocialSignInHandler implements ICommandHandler<StartSocialSignIn> {
  constructor(
    private readonly limiter: AttemptLimiter,
    private readonly providers: SocialProviders,
    private readonly attempts: SocialAttempts,
  ) {}

  async execute({ start, caller }: StartSocialSignIn) {
    await this.limiter.take(ATTEMPT_BUDGETS.socialAddress, caller.network);
    const { address, secrets } = await this.providers.begin(start.provider, start);
    return { address, key: await this.attempts.begin({ ...start, ...secrets }) };
  }
}
