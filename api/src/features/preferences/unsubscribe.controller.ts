import { Controller, Get, Header, HttpCode, Post, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { I18nService } from 'nestjs-i18n';
import { uidOfOptOut } from '../../http/contract/mail-opt-out.js';
import { Secrets } from '../../config/runtime.js';
import { languageOf } from '../../http/edge/language.js';
import { Public } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { DomainError } from '../../kernel/domain-error.js';
import { SavePreferences } from './save-preferences.command.js';
import { unsubscribePage } from './unsubscribe-page.js';
import { UnsubscribeDto } from './unsubscribe.dto.js';

const HTML = 'text/html; charset=utf-8';
const AnswersPage = () => ApiOkResponse({ content: { 'text/html': { schema: { type: 'string' } } } });

/** Stops the mails that the checkbox governs (decision 23), from a link in them and without a sign-in. */
@ApiTags('preferences')
@Public()
@Controller('mail/unsubscribe')
export class UnsubscribeController {
  constructor(
    private readonly commands: CommandBus,
    private readonly secrets: Secrets,
    private readonly texts: I18nService,
  ) {}

  /** A page with a button. It changes nothing: mail programs open links by themselves. A token that is not ours: 422. */
  @Get()
  @Refuses('token_invalid')
  @Header('content-type', HTML)
  @AnswersPage()
  confirmation(@Req() request: FastifyRequest, @Query() { token }: UnsubscribeDto): string {
    this.uidOf(token);
    return this.page(request, false);
  }

  /** Unsubscribes: the page's button, or a mail program's (RFC 8058); its form is not read. A repeat changes nothing. */
  @Post()
  @Refuses('token_invalid', 'clock_suspect')
  @HttpCode(200)
  @Header('content-type', HTML)
  @AnswersPage()
  async stop(@Req() request: FastifyRequest, @Query() { token }: UnsubscribeDto): Promise<string> {
    await this.commands.execute(new SavePreferences(this.uidOf(token), { emailOptIn: false }));
    return this.page(request, true);
  }

  /** @throws DomainError token_invalid */
  private uidOf(token: string): string {
    const uid = uidOfOptOut(token, this.secrets);
    if (uid === null) throw new DomainError('token_invalid');
    return uid;
  }

  private page(request: FastifyRequest, isDone: boolean): string {
    const locale = languageOf(request);
    const say = (key: string): string => this.texts.translate(`pages.unsubscribe.${key}`, { lang: locale });
    return unsubscribePage({
      locale,
      title: say(isDone ? 'doneTitle' : 'title'),
      text: say(isDone ? 'doneText' : 'text'),
      stop: isDone ? null : say('stop'),
      profile: say('profile'),
    });
  }
}
