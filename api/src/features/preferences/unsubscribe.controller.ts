import { Controller, Get, Header, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { I18nService } from 'nestjs-i18n';
import { uidOfOptOut } from '../../http/contract/mail-opt-out.js';
import { Secrets } from '../../config/runtime.js';
import { languageOf } from '../../http/edge/language.js';
import { Public } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { DomainError } from '../../kernel/domain-error.js';
import { SavePreferences } from './save-preferences.command.js';
import { HTML } from '../../http/contract/plain-page.js';
import { unsubscribePage } from './unsubscribe-page.js';
import { OpenedLinkDto, UnsubscribeDto } from './unsubscribe.dto.js';

/** The keys of the texts of the page. */
interface PageTexts {
  readonly title: string;
  readonly text: string;
  readonly stop: string | null;
}

const TEXTS = {
  asked: { title: 'title', text: 'text', stop: 'stop' },
  done: { title: 'doneTitle', text: 'doneText', stop: null },
  over: { title: 'overTitle', text: 'overText', stop: null },
} as const satisfies Readonly<Record<string, PageTexts>>;

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

  /**
   * A page with a button, with 422 one that says that the link does not work. It changes nothing: mail programs open links by
   * themselves.
   */
  @Get()
  @Refuses('token_invalid')
  @Header('content-type', HTML)
  @AnswersPage()
  confirmation(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) response: FastifyReply,
    @Query() { token = '' }: OpenedLinkDto,
  ): string {
    const isOurs = uidOfOptOut(token, this.secrets) !== null;
    if (!isOurs) response.status(422);
    return this.page(request, isOurs ? TEXTS.asked : TEXTS.over);
  }

  /** Unsubscribes: the page's button, or a mail program's (RFC 8058); its form is not read. A repeat changes nothing. */
  @Post()
  @Refuses('token_invalid', 'clock_suspect')
  @HttpCode(200)
  @Header('content-type', HTML)
  @AnswersPage()
  async stop(@Req() request: FastifyRequest, @Query() { token }: UnsubscribeDto): Promise<string> {
    const uid = uidOfOptOut(token, this.secrets);
    if (uid === null) throw new DomainError('token_invalid');
    await this.commands.execute(new SavePreferences(uid, { emailOptIn: false }));
    return this.page(request, TEXTS.done);
  }

  private page(request: FastifyRequest, { title, text, stop }: PageTexts): string {
    const locale = languageOf(request);
    const say = (key: string): string => this.texts.translate(`pages.unsubscribe.${key}`, { lang: locale });
    return unsubscribePage({
      locale,
      title: say(title),
      text: say(text),
      stop: stop && say(stop),
      profile: say('profile'),
    });
  }
}
