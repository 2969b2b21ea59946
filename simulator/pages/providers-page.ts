import type { Locale } from '../../api/src/kernel/people/accounts.js';
import { html, type Html } from './html.js';
import { blank, hiddenFields, ICONS, languageOf, pageFrame, timeTag } from './page-frame.js';
import { type Book, type BookName, type BookRow, BOOKS } from '../control/provider-book.js';
import { providersPageTexts } from './providers-page-texts.js';
import {
  get,
  json,
  page,
  post,
  seeOther,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorRoute,
} from '../simulator-server.js';

const PATH = '/providers';
const PAGE_SIZE = 20;
/** No book holds more pages. */
const PAGE_LIMIT = 1_000;

const TONES: Readonly<Record<string, string>> = {
  succeeded: 'good',
  SUCCESS: 'good',
  approved: 'good',
  won: 'good',
  accepted: 'good',
  warning_needs_response: 'wait',
  warning_closed: 'good',
  FAILED: 'bad',
  BLOCKED: 'bad',
  failed: 'bad',
  declined: 'bad',
  lost: 'bad',
  given_up: 'bad',
  requires_payment_method: 'bad',
  needs_review: 'wait',
  needs_response: 'wait',
  ONHOLD: 'wait',
  requires_action: 'wait',
  UNCLAIMED: 'wait',
  waiting: 'wait',
  RETURNED: 'wait',
  REFUNDED: 'wait',
  requires_capture: 'info',
  PENDING: 'info',
  pending: 'info',
  completed: 'info',
};

/** What a request shows: one book, from its newest entry or further back. */
interface View {
  readonly language: Locale;
  readonly kind: BookName;
  /** From 1. */
  readonly place: number;
}

/** The records of the simulated providers, newest first, with buttons for what can happen next. */
export function providersRoutes(books: readonly Book[]): readonly SimulatorRoute[] {
  const bookNamed = (kind: BookName) => books.find(({ name }) => name === kind);
  return [
    get(/^\/$/, (request) => seeOther(addressOf(viewIn(request)))),
    get(/^\/providers$/, (request) => {
      const view = viewIn(request);
      const result = (['done', 'over'] as const).find(
        (one) => one === request.url.searchParams.get('result'),
      );
      return show(view, bookNamed(view.kind), result);
    }),
    post(/^\/providers$/, (request) => act(request, bookNamed)),
  ];
}

function act(request: SimulatorRequest, bookNamed: (kind: BookName) => Book | undefined): SimulatorReply {
  if (!isFromHere(request)) return json(403, { error: 'Not from this page' });
  const view = viewIn(request);
  const form = new URLSearchParams(request.body);
  const [id, step] = [form.get('id') ?? '', form.get('step') ?? ''];
  const isDone = bookNamed(view.kind)?.act(id, step) === true;
  return seeOther(`${addressOf(view)}&result=${isDone ? 'done' : 'over'}#${encodeURIComponent(id)}`);
}

/**
 * A foreign page must not press our buttons. Browsers say where a form comes from, older ones only by its origin,
 * which is `null` for a page that hides it; other programs say nothing.
 */
function isFromHere({ headers }: SimulatorRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

function viewIn(request: SimulatorRequest): View {
  const asked = request.url.searchParams;
  const kind = BOOKS.find((one) => one === asked.get('kind')) ?? BOOKS[0];
  const place = /^\d{1,4}$/.test(asked.get('page') ?? '') ? Number(asked.get('page')) : 1;
  return { language: languageOf(request), kind, place: Math.min(PAGE_LIMIT, Math.max(1, place)) };
}

const addressOf = ({ language, kind, place }: View): string =>
  `${PATH}?kind=${kind}&page=${place}&language=${language}`;

function show(view: View, book: Book | undefined, result: 'done' | 'over' | undefined): SimulatorReply {
  const { language, kind, place } = view;
  const t = providersPageTexts[language];
  const rows = book?.rows((place - 1) * PAGE_SIZE, PAGE_SIZE) ?? [];
  const list = rows.length > 0 ? html`${rows.map((row) => rowOf(row, view))}` : emptyList(language, kind);
  const content = html`<h1>${t.title}</h1>
    <p class="lead">${t.lead}</p>
    <nav class="tabs" aria-label="${t.kinds}">${BOOKS.map((name) => tab(name, view))}</nav>
    ${result ? html`<p class="said" role="status">${t[result]}</p>` : ''}
    <section class="card" aria-labelledby="kind">
      <h2 id="kind">${t.books[kind]}</h2>
      ${list}
    </section>
    ${pages(view, book?.total ?? 0)}`;
  return page(200, pageFrame({ language, title: t.title, content, current: 'providers' }));
}

function tab(name: BookName, view: View): Html {
  const current = name === view.kind ? html` aria-current="page"` : '';
  const address = addressOf({ ...view, kind: name, place: 1 });
  return html`<a href="${address}" ${current}>${providersPageTexts[view.language].books[name]}</a>`;
}

function rowOf(row: BookRow, view: View): Html {
  const t = providersPageTexts[view.language];
  const label = (step: string) => (t.steps as Readonly<Record<string, string>>)[step] ?? step;
  const buttons = [...row.next.keys()].map(
    (step) =>
      html`<button class="btn quiet" name="step" value="${step}" aria-describedby="title-${row.id}">
        ${label(step)}
      </button>`,
  );
  const form = html`<form class="steps" method="post" action="${addressOf(view)}">
    ${hiddenFields({ id: row.id })}${buttons}
  </form>`;
  const status = (t.statuses as Readonly<Record<string, string>>)[row.status] ?? row.status;
  return html`<div class="row record" id="${row.id}" tabindex="-1">
    <span
      ><b id="title-${row.id}">${row.title}</b><span class="small">${row.detail}</span
      ><span class="small">${timeTag(row.at, view.language)}</span></span
    ><span class="badge ${TONES[row.status] ?? ''}">${status}</span>${buttons.length > 0 ? form : ''}
  </div>`;
}

function emptyList(language: Locale, kind: BookName): Html {
  const t = providersPageTexts[language];
  return blank(ICONS.flask, t.emptyTitle, t.empty[kind]);
}

/** Links to the entries before and after. */
function pages(view: View, total: number): Html {
  const t = providersPageTexts[view.language];
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const link = (place: number, text: string) =>
    place < 1 || place > last
      ? ''
      : html`<a class="btn quiet" href="${addressOf({ ...view, place })}">${text}</a>`;
  if (last === 1 && view.place === 1) return html``;
  return html`<nav class="pages" aria-label="${t.pages}">
    ${link(Math.min(view.place, last + 1) - 1, t.newer)}${link(view.place + 1, t.older)}
  </nav>`;
}
