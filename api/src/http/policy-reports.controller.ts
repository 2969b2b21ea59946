import { Controller, HttpCode, Logger, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { parseJson } from '../kernel/parse-json.js';
import { jsonFlaw } from './edge/json-body.js';
import { MinuteCounts } from './edge/minute-counts.js';
import { Public } from './contract/principal.js';
import { LimitedTo } from './edge/route-options.js';

/** Reports of an address in a minute: a page that breaks the policy does so several times. */
const REPORTS_PER_MINUTE = 20;
/** Several times what a browser sends. */
const REPORT_BOUNDS = { depth: 2, members: 32 };
/** Longest text of a report in the log. */
const LOGGED_MAX_LENGTH = 200;
/** The directives of CSP 3 that a browser names; anything else counts as one more. */
const DIRECTIVES: readonly string[] = [
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr'],
  ...['style-src', 'style-src-elem', 'style-src-attr', 'img-src', 'font-src', 'media-src', 'manifest-src'],
  ...['connect-src', 'worker-src', 'child-src', 'frame-src', 'object-src', 'base-uri', 'form-action'],
  'frame-ancestors',
];
/** In place of an address: inline, eval, wasm-eval, data. */
const KEYWORD = /^[a-z-]{1,32}$/;

interface PolicyReport {
  readonly directive: string;
  /** The logged fields. */
  readonly line: string;
}

/** Reports of browsers that a page was kept from something by the content security policy. */
@ApiTags('reports')
@Public()
@Controller('csp-reports')
export class PolicyReportsController {
  private readonly logger = new Logger('policy');
  private readonly logged = new MinuteCounts();

  /**
   * Logs a browser's report (`application/csp-report`, 8 KB), at most one per minute and directive. What cannot be read is
   * dropped: a report is never corrected.
   */
  @Post()
  @LimitedTo(REPORTS_PER_MINUTE)
  @HttpCode(204)
  take(@Req() { body }: FastifyRequest): void {
    const report = Buffer.isBuffer(body) ? reportIn(body.toString()) : null;
    if (!report || this.logged.of(report.directive) > 0) return;
    this.logged.add(report.directive);
    this.logger.warn(report.line);
  }
}

function reportIn(text: string): PolicyReport | null {
  const parsed = jsonFlaw(text, REPORT_BOUNDS) === null ? parseJson(text) : undefined;
  const report = (parsed as { 'csp-report'?: unknown } | null | undefined)?.['csp-report'];
  if (typeof report !== 'object' || report === null) return null;
  const fields = report as Readonly<Record<string, unknown>>;
  // Older browsers name the whole directive.
  const [named] = String(fields['effective-directive'] ?? fields['violated-directive']).split(' ');
  const directive = DIRECTIVES.find((known) => known === named) ?? 'other';
  const [page, blocked] = [urlOf(fields['document-uri']), fields['blocked-uri']];
  return { directive, line: `${directive} kept ${firstPartOf(page)} from ${blockedIn(blocked, page)}` };
}

/** The first part of the path of our page: the rest can be the token of a link. */
function firstPartOf(url: URL | null): string {
  const [, first = ''] = url?.pathname.split('/') ?? [];
  return `/${first.slice(0, LOGGED_MAX_LENGTH)}`;
}

/**
 * Origin and path, or a keyword as "inline". No query; and what follows data: is the content. A page of ours that may not be
 * framed is its own blocked one.
 */
function blockedIn(uri: unknown, page: URL | null): string {
  const url = urlOf(uri);
  if (url && url.host !== '' && url.host === page?.host) return firstPartOf(url);
  // No origin: that of an extension's is null.
  const place = url && (url.host === '' ? url.protocol : `${url.protocol}//${url.host}${url.pathname}`);
  if (place) return place.slice(0, LOGGED_MAX_LENGTH);
  return typeof uri === 'string' && KEYWORD.test(uri) ? uri : 'something';
}

const urlOf = (text: unknown): URL | null =>
  typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
