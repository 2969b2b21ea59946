import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../../../config/config.js';
import { Secrets } from '../../../../config/runtime.js';
import { CurrentPrincipal, type Principal } from '../../../../http/contract/principal.js';
import { Refuses } from '../../../../http/contract/refuses.js';
import { SOCIAL_PROVIDERS, type ProviderPage } from '../../../../kernel/people/accounts.js';
import { DomainError } from '../../../../kernel/domain-error.js';
import { callerOf } from '../../caller.js';
import { SessionCookies } from '../../sessions/session-cookies.js';
import { callbackAddress } from '../callback-address.js';
import { StartLink } from './link-provider.command.js';
import { StartLinkDto, UnlinkDto } from '../social.dto.js';
import { SocialProviders } from '../social-providers.js';
import { UnlinkProvider } from './unlink-provider.command.js';

type LinkRequest = FastifyRequest<{ Params: { provider: string } }> & { readonly user: Principal };

const NamesProvider = () =>
  ApiParam({ name: 'provider', enum: SOCIAL_PROVIDERS, description: 'The provider to link or remove.' });

/** The providers among a user's ways to sign in. */
@ApiTags('accounts')
@Controller('auth')
export class SignInMethodsController {
  constructor(
    private readonly secrets: Secrets,
    private readonly config: Config,
    private readonly cookies: SessionCookies,
    private readonly commands: CommandBus,
    private readonly providers: SocialProviders,
  ) {}

  /**
   * Leaves for a provider's page to link an account there to the caller's, with the caller's password. The page of the
   * response leads back to the profile.
   */
  @Post(':provider/link')
  @Refuses(
    'email_not_confirmed',
    'account_suspended',
    'social_staff',
    'social_unavailable',
    'last_sign_in_method',
    'current_password_wrong',
    'too_many_attempts',
  )
  @HttpCode(200)
  @NamesProvider()
  async link(
    @Req() request: LinkRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { password, locale = 'en' }: StartLinkDto,
  ): Promise<ProviderPage> {
    const provider = this.providers.enabled(request.params.provider);
    const redirectUri = callbackAddress(this.config, request, provider);
    const profile = { page: '/profile', returnTo: '/profile', inPopup: false, acceptTerms: false } as const;
    const { uid, sid } = request.user;
    const start = { ...profile, provider, redirectUri, locale };
    const command = new StartLink(start, { uid, sid, password }, callerOf(request, this.secrets));
    const { address, key } = await this.commands.execute(command);
    this.cookies.setSocial(reply, key);
    return { address };
  }

  /**
   * Removes a provider from the caller's ways to sign in; sessions that it opened elsewhere end. The only way to sign in:
   * 409; a provider that is not linked: 404.
   */
  @Post(':provider/unlink')
  @Refuses('last_sign_in_method', 'current_password_wrong', 'too_many_attempts', 'clock_suspect')
  @HttpCode(204)
  @NamesProvider()
  async unlink(
    @CurrentPrincipal() person: Principal,
    @Param('provider') name: string,
    @Body() { password }: UnlinkDto,
  ): Promise<void> {
    const provider = SOCIAL_PROVIDERS.find((known) => known === name);
    if (!provider) throw new DomainError('not_found');
    await this.commands.execute(new UnlinkProvider(person, provider, password));
  }
}
