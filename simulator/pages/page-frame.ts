import { intlLocale, type Locale } from '../../api/src/kernel/people/accounts.js';
import { Html, html, type HtmlValue } from './html.js';
import { page, type SimulatorReply, type SimulatorRequest } from '../simulator-server.js';

const frameTexts = {
  en: {
    ribbon: 'Test mode: nothing here leaves this computer',
    name: 'test providers',
    skip: 'Skip to the content',
    outbox: 'Outbox',
    providers: 'Providers',
    authenticator: 'Authenticator',
    pages: 'Pages',
  },
  es: {
    ribbon: 'Modo de prueba: nada de esto sale de esta computadora',
    name: 'proveedores de prueba',
    skip: 'Ir al contenido',
    outbox: 'Bandeja de salida',
    providers: 'Proveedores',
    authenticator: 'Autenticador',
    pages: 'Páginas',
  },
} as const;

/** A 24 × 24 line icon. */
export function icon(path: string): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}" /></svg>`;
}

export const ICONS = {
  flask: 'M9 3h6M10 3v6L5 18a2 2 0 0 0 1.8 3h10.4A2 2 0 0 0 19 18l-5-9V3M7.5 15h9',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20c.9-3.7 3.8-5.5 7.5-5.5s6.6 1.8 7.5 5.5',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  eye: 'M3 12c2.5-4.5 5.5-6.500 9-6.500s6.500 2 9 6.500c-2.500 4.500-5.500 6.500-9 6.500S5.500 16.500 3 12M12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2',
  back: 'M10 6l-6 6 6 6M4 12h16',
  letter: 'M3 6h18v13H3zM3 7l9 7 9-7',
} as const;

type LinkedPage = 'outbox' | 'providers' | 'authenticator';

/** The variable parts of a page. */
export interface PageContent {
  readonly language: Locale;
  readonly title: string;
  readonly content: Html;
  /** A form page: narrower, without the links to the other pages. */
  readonly focused?: boolean;
  /** Which of the linked pages this is. */
  readonly current?: LinkedPage;
  readonly script?: string;
}

/** A whole page: ribbon, logo, content. */
export function pageFrame({ language, title, content, focused, current, script }: PageContent): string {
  const texts = frameTexts[language];
  const width = focused ? 'narrow' : '';
  const link = (name: LinkedPage, path: string) =>
    html`<a href="${path}?language=${language}" ${name === current ? html` aria-current="page"` : ''}
      >${texts[name]}</a
    >`;
  const links = focused
    ? ''
    : html`<nav class="links" aria-label="${texts.pages}">
        ${[
          link('outbox', '/outbox'),
          link('providers', '/providers'),
          link('authenticator', '/authenticator'),
        ]}
      </nav>`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Flip</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/simulator.css" />
        <script src="/local-times.js" defer></script>
        ${script ? html`<script src="${script}" defer></script>` : ''}
      </head>
      <body>
        <a class="skip" href="#main">${texts.skip}</a>
        <header>
          <p class="ribbon">${icon(ICONS.flask)}<span>${texts.ribbon}</span></p>
          <div class="top ${width}">
            <span class="brand">${mark()}Flip <small>${texts.name}</small></span>
            ${links}
          </div>
        </header>
        <main id="main" class="${width}" tabindex="-1">${content}</main>
      </body>
    </html>`.text;
}

/** A page that only shows a message, optionally with a link back. */
export function messagePage(
  status: number,
  language: Locale,
  { title, text, back }: { readonly title: string; readonly text: string; readonly back?: Html | undefined },
): SimulatorReply {
  const content = html`<h1>${title}</h1>
    <p class="lead">${text}</p>
    ${back ? html`<p class="lead">${back}</p>` : ''}`;
  return page(status, pageFrame({ language, title, content, focused: true }));
}

/** The language of a page: as requested, else the browser's, else English. */
export function languageOf(
  { url, headers }: SimulatorRequest,
  requested = url.searchParams.get('language'),
): Locale {
  const wanted = requested ?? headers['accept-language'] ?? '';
  return wanted.toLowerCase().startsWith('es') ? 'es' : 'en';
}

/** A large form button: its label, and small print below. */
export function choice(
  [name, value]: readonly [name: string, value: string],
  [title, ...hints]: readonly string[],
  { path, isMain = false }: { readonly path: string; readonly isMain?: boolean },
): Html {
  return html`<button class="choice ${isMain ? 'main' : ''}" name="${name}" value="${value}">
    ${icon(path)}<span><b>${title ?? ''}</b>${hints.map((hint) => html`<small>${hint}</small>`)}</span>
  </button>`;
}

/** The hidden fields of a form. */
export function hiddenFields(values: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

/** A readable instant, exact in the attribute; `localTimesScript` shows it in the reader's time zone. */
export function timeTag(at: string, language: Locale): Html {
  const format = new Intl.DateTimeFormat(intlLocale(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return html`<time datetime="${at}">${format.format(new Date(at))} UTC</time>`;
}

/** Only the browser knows its reader's time zone: rewrites every time on a page, including those that a refresh adds. */
export const localTimesScript = `
const format = new Intl.DateTimeFormat(document.documentElement.lang === 'es' ? 'es-US' : 'en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
});
function localize() {
  for (const time of document.querySelectorAll('time:not([data-local])')) {
    time.textContent = format.format(new Date(time.dateTime));
    time.dataset.local = '';
  }
}
localize();
new MutationObserver(localize).observe(document.getElementById('main'), { childList: true, subtree: true });
`;

/** An empty state that describes future content. */
export function blank(iconPath: string, title: string, text: HtmlValue): Html {
  return html`<div class="blank">
    <span class="disc big">${icon(iconPath)}</span>
    <h2>${title}</h2>
    <p>${text}</p>
  </div>`;
}

function mark(): Html {
  return html`<svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--accent)" />
    <path d="M9 8h14.5l-5 6H9z" fill="var(--on-accent)" />
    <path d="M9 16h9.5l-5 6H9z" fill="var(--on-accent)" opacity=".72" />
  </svg>`;
}
