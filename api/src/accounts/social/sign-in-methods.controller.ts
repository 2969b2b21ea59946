import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiNoContentResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../http/principal.js';
import { SOCIAL_PROVIDERS } from '../../kernel/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { UnlinkDto } from './social.dto.js';
import { UnlinkProvider } from './unlink-provider.command.js';

/** The providers among a user's ways to sign in. */
@ApiTags('accounts')
@Controller('auth')
export class SignInMethodsController {
  constructor(private readonly commands: CommandBus) {}

  /**
   * Removes a provider from the caller's ways to sign in; sessions that it opened elsewhere end. The only way to sign in:
   * 409; a provider that is not linked: 404.
   */
  @Post(':provider/unlink')
  @HttpCode(204)
  @ApiParam({ name: 'provider', enum: SOCIAL_PROVIDERS, description: 'The provider to remove.' })
  @ApiNoContentResponse()
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
