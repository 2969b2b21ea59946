import type { Locale } from '../../api/src/kernel/people/accounts.js';
import { html, type Html } from '../pages/html.js';
import {
  choice,
  hiddenFields,
  icon,
  ICONS,
  languageOf,
  messagePage,
  pageFrame,
} from '../pages/page-frame.js';
import { nameOf, type PersonaInquiries } from './persona-inquiries.js';
import { personaPageTexts } from './persona-page-texts.js';
import {
  get,
  page,
  post,
  seeOther,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorRoute,
} from '../simulator-server.js';
import type { SimulatedInquiry } from '../control/simulator-state.js';
import type { AppOrigins } from '../simulation.js';
import type { WebhookSender } from '../control/webhook-sender.js';

const RETURN_ADDRESS_MAX_LENGTH = 2_000;

const BUTTONS = [
  ['pass', ICONS.tick],
  ['fail', ICONS.cross],
  ['review', ICONS.eye],
  ['expire', ICONS.clock],
  ['close', ICONS.back],
] as const;

/** The parameters of a hosted page: in the URL when it opens, in the form when a button is pressed. */
interface HostedRequest {
  readonly language: Locale;
  readonly inquiry: SimulatedInquiry | undefined;
  readonly sessionToken: string;
  readonly returnTo: URL | null;
}

/** The provider's hosted check with its five outcomes. */
export class PersonaPages {
  constructor(
    private readonly inquiries: PersonaInquiries,
    private readonly webhooks: WebhookSender,
    private readonly origins: AppOrigins,
  ) {}

  routes(): readonly SimulatorRoute[] {
    return [
      get(/^\/verify$/, (request) => this.show(request)),
      post(/^\/verify$/, (request) => this.finish(request)),
    ];
  }

  private show(request: SimulatorRequest): SimulatorReply {
    const asked = this.read(request.url.searchParams, request);
    const { inquiry, language } = asked;
    if (!inquiry) return message('missing', language);
    if (!this.inquiries.opens(inquiry, asked.sessionToken) || this.inquiries.isOverdue(inquiry))
      return message('over', language, asked.returnTo);
    const { title } = personaPageTexts[language];
    const content = checkForm({ ...asked, inquiry });
    // Chromium also applies form-action to the redirect after a form.
    const formAction = asked.returnTo ? [asked.returnTo.origin] : [];
    return page(200, pageFrame({ language, title, content, focused: true }), { formAction });
  }

  private finish(request: SimulatorRequest): SimulatorReply {
    const form = new URLSearchParams(request.body);
    const asked = this.read(form, request);
    const outcome = BUTTONS.find(([name]) => name === form.get('outcome'))?.[0];
    const { inquiry, language } = asked;
    if (!inquiry || !outcome) return message('missing', language);
    if (!this.inquiries.opens(inquiry, asked.sessionToken)) return message('over', language, asked.returnTo);
    this.webhooks.send(this.inquiries.finish(inquiry, outcome));
    return asked.returnTo ? seeOther(returnAddress(asked.returnTo, inquiry)) : message('done', language);
  }

  private read(values: URLSearchParams, request: SimulatorRequest): HostedRequest {
    return {
      language: languageOf(request, values.get('language')),
      inquiry: this.inquiries.find(values.get('inquiry-id') ?? ''),
      sessionToken: values.get('session-token') ?? '',
      returnTo: this.allowedReturn(values.get('redirect-uri') ?? ''),
    };
  }

  /** The page to return to, if it belongs to the app. */
  private allowedReturn(address: string): URL | null {
    if (address.length > RETURN_ADDRESS_MAX_LENGTH || !URL.canParse(address)) return null;
    const url = new URL(address);
    return this.origins.includes(url) ? url : null;
  }
}

function checkForm({
  inquiry,
  language,
  sessionToken,
  returnTo,
}: HostedRequest & { inquiry: SimulatedInquiry }): Html {
  const t = personaPageTexts[language];
  const fields = {
    'inquiry-id': inquiry.id,
    'session-token': sessionToken,
    'redirect-uri': returnTo?.href ?? '',
    language,
  };
  const buttons = BUTTONS.map(([outcome, path]) =>
    choice(['outcome', outcome], t[outcome], { path, isMain: outcome === 'pass' }),
  );
  return html`<h1>${t.title}</h1>
    <p class="lead">${t.lead}</p>
    <form class="card" method="post" action="/verify">
      ${hiddenFields(fields)}
      <div class="who">
        <span class="disc">${icon(ICONS.person)}</span
        ><span><small>${t.person}</small><b>${nameOf(inquiry) || t.nobody}</b></span>
      </div>
      <h2 id="choose">${t.choose}</h2>
      <div class="choices" role="group" aria-labelledby="choose">${buttons}</div>
    </form>`;
}

const MESSAGE_STATUSES = { missing: 404, over: 409, done: 200 } as const;

function message(
  text: keyof typeof MESSAGE_STATUSES,
  language: Locale,
  returnTo: URL | null = null,
): SimulatorReply {
  const t = personaPageTexts[language];
  const back = returnTo ? html`<a class="btn" href="${returnTo.href}">${t.back}</a>` : undefined;
  return messagePage(MESSAGE_STATUSES[text], language, { title: t[`${text}Title`], text: t[text], back });
}

function returnAddress(returnTo: URL, inquiry: SimulatedInquiry): string {
  const address = new URL(returnTo);
  address.searchParams.set('inquiry-id', inquiry.id);
  if (inquiry.referenceId !== null) address.searchParams.set('reference-id', inquiry.referenceId);
  address.searchParams.set('status', inquiry.status);
  return address.href;
}
