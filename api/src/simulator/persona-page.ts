import { html, type Html } from './html.js';
import { blank, icon, ICONS, languageOf, pageFrame, timeTag, type PageLanguage } from './page-frame.js';
import type { Outcome, PersonaInquiries } from './persona-inquiries.js';
import { personaPageTexts } from './persona-page-texts.js';
import type { WebhookSender } from './webhook-sender.js';
import { page, type SimulatorReply, type SimulatorRequest, type SimulatorRoute } from './simulator-server.js';
import type { InquiryStatus, SimulatedInquiry, SimulatorMemory } from './simulator-state.js';

const RETURN_ADDRESS_MAX_LENGTH = 2_000;
/** Most checks on the reviewer's desk. */
const DESK_LIMIT = 50;

const BUTTONS: readonly (readonly [Outcome, string])[] = [
  ['pass', ICONS.tick],
  ['fail', ICONS.cross],
  ['review', ICONS.eye],
  ['expire', ICONS.clock],
  ['close', ICONS.back],
];

const BADGES: Readonly<Record<InquiryStatus, string>> = {
  created: '',
  pending: 'info',
  completed: 'info',
  needs_review: 'wait',
  approved: 'good',
  failed: 'bad',
  declined: 'bad',
  expired: '',
};

/** The parameters of a hosted page: in the URL when it opens, in the form when a button is pressed. */
interface HostedRequest {
  readonly language: PageLanguage;
  readonly inquiry: SimulatedInquiry | undefined;
  readonly sessionToken: string;
  readonly returnTo: URL | null;
}

/** The provider's hosted check with its five outcomes, and the reviewer's desk. */
export class PersonaPages {
  /** Allowed redirect origins, besides this machine's own. */
  private readonly allowedOrigins = new Set<string>();

  constructor(
    private readonly parts: {
      readonly memory: SimulatorMemory;
      readonly inquiries: PersonaInquiries;
      readonly webhooks: WebhookSender;
    },
  ) {}

  allowOrigin(address: string): void {
    this.allowedOrigins.add(new URL(address).origin);
  }

  routes(): readonly SimulatorRoute[] {
    return [
      { method: 'GET', path: /^\/verify$/, answer: (request) => this.show(request) },
      { method: 'POST', path: /^\/verify$/, answer: (request) => this.finish(request) },
      { method: 'GET', path: /^\/$/, answer: (request) => this.desk(request) },
      { method: 'POST', path: /^\/decide$/, answer: (request) => this.decide(request) },
    ];
  }

  private show(request: SimulatorRequest): SimulatorReply {
    const asked = this.read(request.url.searchParams, request);
    const { inquiry, language } = asked;
    if (!inquiry) return message('missing', language);
    const opens =
      this.parts.inquiries.opens(inquiry, asked.sessionToken) && !this.parts.inquiries.isOverdue(inquiry);
    if (!opens) return message('over', language, asked.returnTo);
    const title = personaPageTexts[language].title;
    // Chromium also applies form-action to the redirect after a form.
    const formAction = asked.returnTo ? [asked.returnTo.origin] : [];
    return page(
      200,
      pageFrame({ language, title, content: checkForm({ ...asked, inquiry }), focused: true }),
      { formAction },
    );
  }

  private async finish(request: SimulatorRequest): Promise<SimulatorReply> {
    const form = new URLSearchParams(request.body);
    const asked = this.read(form, request);
    const outcome = BUTTONS.find(([name]) => name === form.get('outcome'))?.[0];
    const { inquiry, language } = asked;
    if (!inquiry || !outcome) return message('missing', language);
    if (!this.parts.inquiries.opens(inquiry, asked.sessionToken))
      return message('over', language, asked.returnTo);
    this.parts.webhooks.send(this.parts.inquiries.finish(inquiry, outcome));
    await this.parts.memory.save();
    return asked.returnTo ? seeOther(returnAddress(asked.returnTo, inquiry)) : message('done', language);
  }

  private desk(request: SimulatorRequest): SimulatorReply {
    const language = languageOf(request.url, request.headers['accept-language']);
    const t = personaPageTexts[language];
    const rows = this.parts.inquiries.newest(DESK_LIMIT).map((inquiry) => this.deskRow(inquiry, language));
    const list = rows.length > 0 ? html`${rows}` : blank(ICONS.person, t.emptyTitle, t.empty);
    const content = html`<h1>${t.desk}</h1>
      <p class="lead">${t.deskLead}</p>
      <div class="card">${list}</div>`;
    return page(200, pageFrame({ language, title: t.desk, content, current: 'checks' }));
  }

  private deskRow(inquiry: SimulatedInquiry, language: PageLanguage): Html {
    const t = personaPageTexts[language];
    const buttons = html`<form method="post" action="/decide?language=${language}">
      <input type="hidden" name="inquiry-id" value="${inquiry.id}" /><button
        class="btn quiet"
        name="step"
        value="approve"
      >
        ${t.approve}</button
      ><button class="btn quiet" name="step" value="decline">${t.decline}</button>
    </form>`;
    return html`<div class="row">
      <span
        ><b>${nameOf(inquiry) || t.nobody}</b
        ><span class="small">${timeTag(inquiry.createdAt, language)}</span></span
      ><span class="badge ${BADGES[inquiry.status]}">${t.status[inquiry.status]}</span
      >${inquiry.status === 'needs_review' ? buttons : ''}
    </div>`;
  }

  private async decide(request: SimulatorRequest): Promise<SimulatorReply> {
    const form = new URLSearchParams(request.body);
    const language = languageOf(request.url, request.headers['accept-language']);
    const inquiry = this.parts.inquiries.find(form.get('inquiry-id') ?? '');
    const step = (['approve', 'decline'] as const).find((name) => name === form.get('step'));
    if (!inquiry || !step) return message('missing', language);
    this.parts.webhooks.send([this.parts.inquiries.take(inquiry, step) ?? []].flat());
    await this.parts.memory.save();
    return seeOther(`/?language=${language}`);
  }

  private read(values: URLSearchParams, request: SimulatorRequest): HostedRequest {
    const address = new URL(request.url);
    const language = values.get('language');
    if (language !== null) address.searchParams.set('language', language);
    return {
      language: languageOf(address, request.headers['accept-language']),
      inquiry: this.parts.inquiries.find(values.get('inquiry-id') ?? ''),
      sessionToken: values.get('session-token') ?? '',
      returnTo: this.allowedReturn(values.get('redirect-uri') ?? ''),
    };
  }

  /** The page to return to, if it is one of ours: anything else would make this page an open redirect. */
  private allowedReturn(address: string): URL | null {
    if (address.length > RETURN_ADDRESS_MAX_LENGTH || !URL.canParse(address)) return null;
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
    return local || this.allowedOrigins.has(url.origin) ? url : null;
  }
}

function checkForm({
  inquiry,
  language,
  sessionToken,
  returnTo,
}: HostedRequest & { inquiry: SimulatedInquiry }): Html {
  const t = personaPageTexts[language];
  const hidden = (name: string, value: string) =>
    html`<input type="hidden" name="${name}" value="${value}" />`;
  const button = ([outcome, path]: readonly [Outcome, string]) =>
    html`<button class="choice ${outcome === 'pass' ? 'main' : ''}" name="outcome" value="${outcome}">
      ${icon(path)}<span><b>${t[outcome][0]}</b><small>${t[outcome][1]}</small></span>
    </button>`;
  return html`<h1>${t.title}</h1>
    <p class="lead">${t.lead}</p>
    <form class="card" method="post" action="/verify">
      ${hidden('inquiry-id', inquiry.id)}${hidden('session-token', sessionToken)}${hidden('redirect-uri', returnTo?.href ?? '')}${hidden('language', language)}
      <div class="who">
        <span class="disc">${icon(ICONS.person)}</span
        ><span><small>${t.person}</small><b>${nameOf(inquiry) || t.nobody}</b></span>
      </div>
      <h2 id="choose">${t.choose}</h2>
      <div class="choices" role="group" aria-labelledby="choose">${BUTTONS.map(button)}</div>
    </form>`;
}

const MESSAGE_STATUSES = { missing: 404, over: 409, done: 200 } as const;

function message(
  text: keyof typeof MESSAGE_STATUSES,
  language: PageLanguage,
  returnTo: URL | null = null,
): SimulatorReply {
  const t = personaPageTexts[language];
  const title = t[`${text}Title`];
  const back = returnTo ? html`<p class="lead"><a class="btn" href="${returnTo.href}">${t.back}</a></p>` : '';
  const content = html`<h1>${title}</h1>
    <p class="lead">${t[text]}</p>
    ${back}`;
  return page(MESSAGE_STATUSES[text], pageFrame({ language, title, content, focused: true }));
}

function returnAddress(returnTo: URL, inquiry: SimulatedInquiry): string {
  const address = new URL(returnTo);
  address.searchParams.set('inquiry-id', inquiry.id);
  if (inquiry.referenceId !== null) address.searchParams.set('reference-id', inquiry.referenceId);
  address.searchParams.set('status', inquiry.status);
  return address.href;
}

function seeOther(location: string): SimulatorReply {
  return { status: 303, headers: { location } };
}

function nameOf(inquiry: SimulatedInquiry): string {
  return [inquiry.fields['name-first'], inquiry.fields['name-last']].filter(Boolean).join(' ');
}
