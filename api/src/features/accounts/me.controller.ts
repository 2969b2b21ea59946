import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { arrivalTable } from '../../config/arrival-settings.js';
import { Clock } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import { minutesAhead } from '../../config/demo-clock.js';
import { CurrentPrincipal, type Principal, Public } from '../../http/contract/principal.js';
import { FirstRead, ReadsViews } from '../../http/contract/position.interceptor.js';
import { Compressed } from '../../http/edge/route-options.js';
import { ProviderSettings } from '../../config/runtime.js';
import { type Me, type PublicConfig, SOCIAL_PROVIDERS } from '../../kernel/people/accounts.js';
import { GetMe, ME_VIEWS } from './get-me.query.js';

/** The signed-in user, and the public configuration of the screens. */
@ApiTags('accounts')
@Controller()
export class MeController {
  constructor(
    private readonly getMe: GetMe,
    private readonly config: Config,
    private readonly outside: ProviderSettings,
    private readonly clock: Clock,
  ) {}

  /** The signed-in user. The first read of a page: without tokens it returns one, after which /events can continue. */
  @Get('me')
  @FirstRead()
  @ReadsViews(...ME_VIEWS)
  me(@CurrentPrincipal() { uid }: Principal): Promise<Me> {
    return this.getMe.execute(uid);
  }

  /** The public configuration of the screens. */
  @Get('config')
  @Compressed()
  @Public()
  publicConfig(): PublicConfig {
    const { TEST_MODE, SUPPORT_EMAIL, SUPPORT_PHONE, SUPPORT_HOURS, LANDING_FORCE_ENGLISH } = this.config;
    const { social } = this.outside;
    const { frameOrigin, publishableKey } = this.outside.stripe;
    const kind = frameOrigin === null ? 'stripe' : 'simulator';
    return {
      testMode: TEST_MODE,
      providers: { google: social.google !== null, apple: social.apple !== null },
      simulatedProviders: SOCIAL_PROVIDERS.filter((provider) => social[provider]?.simulated === true),
      support: { email: SUPPORT_EMAIL, phone: SUPPORT_PHONE, hours: SUPPORT_HOURS ?? null },
      company: {
        name: this.config.COMPANY_NAME ?? null,
        license: this.config.COMPANY_LICENSE ?? null,
        regulator: this.config.COMPANY_REGULATOR ?? null,
        complaintDays: this.config.COMPLAINT_DAYS ?? null,
      },
      acceptedFunding: this.config.ACCEPTED_CARD_FUNDING === 'debit' ? ['debit'] : ['debit', 'credit'],
      arrival: arrivalTable(this.config),
      landingForceEnglish: LANDING_FORCE_ENGLISH,
      cardPayments: kind,
      cardEntry: { kind, publishableKey, frameOrigin },
      outboxUrl: TEST_MODE ? this.outside.outboxUrl : null,
      providersUrl: this.outside.providersUrl,
      clockAheadMinutes: minutesAhead(this.clock),
    };
  }
}
