import { STATUS_CODES } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { I18nService } from 'nestjs-i18n';
import type { Locale, Problem } from '../../kernel/people/accounts.js';
import { problemTextOf } from '../../kernel/text/problem-text.js';
import { languageOf } from '../edge/language.js';
import { Overloaded } from '../edge/overload.js';
import { logFailure, noteProblem } from '../edge/log-and-metrics.js';
import { escaped, HTML, plainPage } from './plain-page.js';
import { type Refusal, Refusals } from './refusal.js';

const TYPE_PREFIX = 'urn:flip:problem:';
const failure = { status: 500, code: 'internal_error' };

/**
 * Turns every refusal and failure into an RFC 9457 problem+json in the caller's language (architecture §5), or into a page
 * with its text where a window was opened: by a provider's page, a link in a mail, or by hand.
 */
@Injectable()
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly texts: I18nService,
    private readonly refusals: Refusals,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also for errors that Fastify raises before Nest is involved. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = this.refusals.of(error) ?? { ...failure, params: { requestId: request.id } };
    if (error instanceof Overloaded) request.log.debug({ requestId: request.id }, 'overloaded');
    else if (refusal.status >= 500) logFailure(error, request);
    if (reply.sent) return;
    noteProblem(request, refusal.code);
    if (refusal.retryAfterSeconds !== undefined)
      void reply.header('retry-after', String(refusal.retryAfterSeconds));
    const language = languageOf(request);
    const problem = this.problem(refusal, language, request.id);
    const isForWindow = request.headers['sec-fetch-mode'] === 'navigate';
    void reply
      .code(refusal.status)
      .header('content-type', isForWindow ? HTML : 'application/problem+json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(isForWindow ? this.page(problem, language) : JSON.stringify(problem));
  }

  private page({ detail }: Problem, locale: Locale): string {
    const say = (key: string): string => this.text(`pages.${key}`, locale, {});
    const content = `<p role="alert">${escaped(detail)}</p>
      <a href="/">${escaped(say('continue'))}</a>`;
    return plainPage({ locale, title: say('refused'), content });
  }

  private problem(refusal: Refusal, language: Locale, requestId: string): Problem {
    const { status, code, params, fields, details } = refusal;
    const { key, values } = problemTextOf(refusal, language);
    return {
      type: `${TYPE_PREFIX}${code}`,
      title: STATUS_CODES[status] ?? 'Error',
      status,
      code,
      detail: this.text(`errors.${key}`, language, values),
      params,
      ...details,
      ...(fields && {
        fields: fields.map(({ field, code: rule, textKey, args }) => ({
          field,
          code: rule,
          message: this.text(textKey, language, args),
        })),
      }),
      ...(status === 500 && { requestId }),
    };
  }

  private text(key: string, lang: Locale, args: Readonly<Record<string, unknown>>): string {
    return this.texts.translate(key, { lang, args });
  }
}
