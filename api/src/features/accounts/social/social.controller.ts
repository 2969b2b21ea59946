import {
  applyDecorators,
  Body,
  Controller,
  Get,
  HttpCode,
  Post,
  Query,
  Req,
  Res,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ApiBody,
  ApiConsumes,
  ApiFoundResponse,
  ApiOkResponse,
  ApiParam,
  ApiSeeOtherResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { I18nService } from 'nestjs-i18n';
import { Config } from '../../../config/config.js';
import { Secrets } from '../../../config/runtime.js';
import { Public } from '../../../http/contract/principal.js';
import { Refusals } from '../../../http/contract/refusal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import {
  type Me,
  type PendingLink,
  SOCIAL_PROVIDERS,
  type SocialResult,
} from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { callerOf } from '../caller.js';
import { GetMe } from '../get-me.query.js';
import { EndSession } from '../sessions/end-sessions.command.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import type { SignedIn } from '../sign-in/open-session.js';
import { callbackAddress, callbackPath } from './callback-address.js';
import { FinishSocialSignIn } from './finish-social-sign-in.command.js';
import { FindPendingLink, LinkWithPassword } from './linking/link-identity.command.js';
import { FinishLink } from './linking/link-provider.command.js';
import { readPostedResponse } from './posted-response.js';
import { HTML } from '../../../http/contract/plain-page.js';
import { popupPage, screenAfter, wantedScreen } from './social-result.js';
import { SocialAttempts, type SocialStart } from './social-attempts.js';
import { LinkDto, StartSocialDto } from './social.dto.js';
import { SOCIAL_PROVIDER_KINDS } from './social-provider-kinds.js';
import { SocialProviders } from './social-providers.js';
import { StartSocialSignIn } from './start-social-sign-in.command.js';

type SocialRequest = FastifyRequest<{ Params: { provider: string } }>;
type Destination = Pick<SocialStart, 'inPopup' | 'page' | 'returnTo' | 'locale'>;

const FORM_TYPE = 'application/x-www-form-urlencoded';
const POSTED_RESPONSE = {
  type: 'object',
  properties: {
    state: { type: 'string' },
    code: { type: 'string' },
    error: { type: 'string' },
    user: { type: 'string', description: 'JSON with the name, in the first response about a user.' },
  },
} as const;

/** A response that belongs to no attempt of this browser. */
const NOWHERE: Destination = { inPopup: false, page: '/signin', returnTo: '/dashboard', locale: 'en' };

const NamesProvider = () =>
  ApiParam({ name: 'provider', enum: SOCIAL_PROVIDERS, description: 'The provider to sign in with.' });

/** A route that a browser's window goes to. */
const Navigation = () =>
  applyDecorators(
    NamesProvider(),
    ApiFoundResponse({ description: 'Leads to the next page.' }),
    ApiOkResponse({
      description: 'The last page of a popup, which reports to the page that opened it.',
      content: { 'text/html': { schema: { type: 'string' } } },
    }),
  );

/** Sign-in with a provider: navigations to it and back, and the password that links it to an existing account. */
@ApiTags('accounts')
@Public()
@Controller('auth')
export class SocialController {
  constructor(
    private readonly secrets: Secrets,
    private readonly config: Config,
    private readonly cookies: SessionCookies,
    private readonly attempts: SocialAttempts,
    private readonly texts: I18nService,
    private readonly commands: CommandBus,
    private readonly getMe: GetMe,
    private readonly providers: SocialProviders,
    private readonly refusals: Refusals,
  ) {}

  /** The account at a provider that waits to be linked to an existing account with its password. */
  @Get('link')
  @Refuses('social_expired')
  pending(@Req() request: FastifyRequest): Promise<PendingLink> {
    return this.commands.execute(new FindPendingLink(this.cookies.social(request)));
  }

  /** Links the waiting account at a provider and opens a session. Wrong password: 401. */
  @Post('link')
  @Refuses(
    'social_expired',
    'social_taken',
    'social_staff',
    'invalid_credentials',
    'account_suspended',
    'too_many_attempts',
    '401 second_factor_required',
    'clock_suspect',
  )
  @HttpCode(200)
  async link(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { password }: LinkDto,
  ): Promise<Me> {
    const command = new LinkWithPassword(this.cookies.social(request), password, this.browser(request));
    const signedIn = await this.cookies.orTicket(reply, this.commands.execute(command));
    const me = await this.getMe.execute(signedIn.session.uid, signedIn.account);
    await this.signIn(reply, signedIn);
    return me;
  }

  /** Leads the browser to the provider's page. A provider that is not set up: 404. */
  @Get(':provider/start')
  @Navigation()
  async start(
    @Req() request: SocialRequest,
    @Res() reply: FastifyReply,
    @Query() query: StartSocialDto,
  ): Promise<void> {
    const provider = this.providers.enabled(request.params.provider);
    const start: SocialStart = {
      provider,
      redirectUri: callbackAddress(this.config, request, provider),
      inPopup: query.popup === 'true',
      acceptTerms: query.acceptTerms === 'true' && isOwnPage(request),
      locale: query.locale ?? 'en',
      page: query.page ?? '/signin',
      returnTo: wantedScreen(query.returnTo),
    };
    const begun = await this.resultOf(async () => {
      const { address, key } = await this.commands.execute(
        new StartSocialSignIn(start, callerOf(request, this.secrets)),
      );
      this.cookies.setSocial(reply, key);
      this.send(reply, address);
    });
    if (!begun.ok) this.respond(reply, begun, start);
  }

  /** Where the provider's page returns to, with a code or an error in the query. Leads on to a screen. */
  @Get(':provider/callback')
  @Navigation()
  async callback(@Req() request: SocialRequest, @Res() reply: FastifyReply): Promise<void> {
    const provider = this.providers.enabled(request.params.provider);
    let destination = NOWHERE;
    const result = await this.resultOf(async () => {
      const attempt = await this.attempts.find(this.cookies.social(request), 'started');
      if (attempt.value.provider !== provider) throw new DomainError('social_failed');
      destination = attempt.value;
      const query = new URL(request.url, attempt.value.redirectUri).searchParams;
      const response = { query, user: this.cookies.socialUser(request) };
      const { linkTo } = attempt.value;
      if (linkTo === undefined) {
        const command = new FinishSocialSignIn(attempt, response, this.browser(request));
        await this.signIn(reply, await this.cookies.orTicket(reply, this.commands.execute(command)));
      } else {
        await this.commands.execute(new FinishLink(attempt, linkTo, response));
        this.cookies.clearSocial(reply);
      }
    });
    this.respond(reply, result, destination);
  }

  /**
   * Where Apple's page posts its response, cross-site and so without our cookies. Changes nothing: leads this browser to the
   * callback, which has them and checks the response. Any other provider: 404.
   */
  @Post(':provider/callback')
  @HttpCode(303)
  @NamesProvider()
  @ApiConsumes(FORM_TYPE)
  @ApiBody({ schema: POSTED_RESPONSE })
  @ApiSeeOtherResponse({ description: 'Leads to the callback.' })
  posted(@Req() request: SocialRequest, @Res() reply: FastifyReply): void {
    const provider = this.providers.enabled(request.params.provider);
    if (SOCIAL_PROVIDER_KINDS[provider].responseMode !== 'form_post') throw new DomainError('not_found');
    if (typeof request.body !== 'string') throw new UnsupportedMediaTypeException();
    const { query, user } = readPostedResponse(request.body);
    if (user !== null) this.cookies.setSocialUser(reply, user);
    const address = `${callbackPath(provider)}?${query.toString()}`;
    void keepsOpener(reply).code(303).header('location', address).send();
  }

  /** A refusal becomes the result that a screen shows; a failure of ours stays one. */
  private async resultOf(work: () => Promise<void>): Promise<SocialResult> {
    try {
      await work();
      return { ok: true };
    } catch (error) {
      const refusal = this.refusals.of(error);
      if (!refusal) throw error;
      return { ok: false, code: refusal.code, params: refusal.params };
    }
  }

  private async signIn(reply: FastifyReply, { accessToken, session, deviceToken }: SignedIn): Promise<void> {
    const replaced = this.cookies.refresh(reply.request);
    if (replaced !== undefined) await this.commands.execute(new EndSession(replaced));
    this.cookies.clearSocial(reply);
    this.cookies.set(reply, accessToken, session);
    this.cookies.setDevice(reply, deviceToken);
  }

  private browser(request: FastifyRequest) {
    return { caller: callerOf(request, this.secrets), deviceToken: this.cookies.device(request) };
  }

  private respond(reply: FastifyReply, result: SocialResult, destination: Destination): void {
    const next = screenAfter(result, destination);
    if (!destination.inPopup) {
      this.send(reply, next);
      return;
    }
    const { locale } = destination;
    const text = this.texts.translate<string, string>('pages.continue', { lang: locale });
    void keepsOpener(reply).type(HTML).send(popupPage(result, { next, locale, text }));
  }

  private send(reply: FastifyReply, address: string): void {
    void keepsOpener(reply).code(302).header('location', address).send();
  }
}

/** Only a page of ours may say that the terms were accepted; another site's link to the start does not. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** A popup passes through these responses: the policy of our pages would separate it from the page that opened it. */
function keepsOpener(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-opener-policy', 'unsafe-none');
}
