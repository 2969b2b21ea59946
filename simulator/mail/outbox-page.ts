import type { Locale } from '../../api/src/kernel/people/accounts.js';
import { html, linked, type Html } from '../pages/html.js';
import { blank, ICONS, languageOf, pageFrame, timeTag } from '../pages/page-frame.js';
import { asset, get, json, page, type SimulatorRequest, type SimulatorRoute } from '../simulator-server.js';
import type { SimulatorMemory } from '../control/simulator-memory.js';
import type { ReceivedMail } from '../control/simulator-state.js';

const texts = {
  en: {
    title: 'Outbox',
    lead: 'Every mail Flip sends in test mode ends here, newest first. Nothing is delivered to anyone.',
    to: 'To',
    noSubject: '(no subject)',
    html: 'Show as the recipient would see it',
    frame: 'The mail as HTML',
    emptyTitle: 'No mail yet',
    emptyText: 'Sign up or ask for a new password, and the mail shows here by itself.',
  },
  es: {
    title: 'Bandeja de salida',
    lead: 'Cada correo que Flip envía en modo de prueba llega aquí, el más nuevo primero. No se le entrega a nadie.',
    to: 'Para',
    noSubject: '(sin asunto)',
    html: 'Ver como lo vería quien lo recibe',
    frame: 'El correo en HTML',
    emptyTitle: 'Todavía no hay correos',
    emptyText: 'Crea una cuenta o pide una contraseña nueva, y el correo aparece aquí solo.',
  },
} as const;

/** No scripts; of the page's origin, so that the page can measure the mail. */
const FRAME_RIGHTS = 'allow-popups allow-popups-to-escape-sandbox allow-same-origin';

/** Routes of sent mail: the page, JSON for tests, and the HTML part of a single mail. */
export function outboxRoutes(memory: SimulatorMemory): readonly SimulatorRoute[] {
  return [
    get(/^\/outbox$/, (request) => outboxPage(memory, request)),
    get(/^\/outbox\.json$/, () => json(200, { items: memory.state.mails.toReversed() })),
    get(/^\/outbox\/newest$/, () => json(200, { id: memory.state.mails.at(-1)?.id ?? null })),
    get(/^\/outbox\/([0-9a-f-]{36})\/html$/, (request) => htmlPart(memory, request)),
    asset(/^\/outbox\.js$/, 'text/javascript', refreshScript),
  ];
}

function outboxPage(memory: SimulatorMemory, request: SimulatorRequest) {
  const language = languageOf(request);
  const t = texts[language];
  const mails = memory.state.mails.toReversed();
  const list =
    mails.length === 0
      ? html`<div class="card">${blank(ICONS.letter, t.emptyTitle, t.emptyText)}</div>`
      : html`${mails.map((mail, place) => mailCard(mail, language, place === 0))}`;
  const content = html`<h1>${t.title}</h1>
    <p class="lead">${t.lead}</p>
    <div id="mails" data-newest="${mails[0]?.id ?? ''}">${list}</div>`;
  return page(200, pageFrame({ language, title: t.title, content, current: 'outbox', script: '/outbox.js' }));
}

function mailCard(mail: ReceivedMail, language: Locale, open: boolean): Html {
  const t = texts[language];
  const asHtml = html`<details class="html">
    <summary>${t.html}</summary>
    <iframe
      src="/outbox/${mail.id}/html"
      title="${t.frame}"
      loading="lazy"
      sandbox="${FRAME_RIGHTS}"
    ></iframe>
  </details>`;
  return html`<details class="mail" id="mail-${mail.id}" ${open ? html` open` : ''}>
    <summary>
      <b>${mail.subject === '' ? t.noSubject : mail.subject}</b>${timeTag(mail.at, language)}<span class="to"
        >${t.to}: ${mail.to.join(', ')}</span
      >
    </summary>
    <div class="inside">
      <div class="letter">${linked(mail.text.trim())}</div>
      ${mail.html === null ? '' : asHtml}
    </div>
  </details>`;
}

/** The mail's HTML for a sandboxed frame: no scripts or external content, links open in a new tab. */
function htmlPart(memory: SimulatorMemory, request: SimulatorRequest) {
  const mail = memory.state.mails.find(({ id }) => id === request.groups[0]);
  if (!mail?.html) return json(404, { error: 'There is no such mail' });
  const policy = `sandbox ${FRAME_RIGHTS}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'`;
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    body: `<base target="_blank">${mail.html}`,
  };
}

/**
 * Polls for new mail every two seconds and replaces the list, leaving opened mails open. A mail's frame is as high as the mail.
 */
const refreshScript = `
const PAUSE_MS = 2000;
async function refresh() {
  const mails = document.getElementById('mails');
  const { id } = await (await fetch('/outbox/newest')).json();
  if ((id ?? '') === mails.dataset.newest) return;
  const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
  const opened = [...mails.querySelectorAll('details[open][id]')].map((part) => part.id);
  mails.replaceWith(fresh.getElementById('mails'));
  for (const part of opened) document.getElementById(part)?.setAttribute('open', '');
}
function fit(frame) {
  // A document is never lower than its frame.
  frame.style.height = '0';
  const { scrollHeight = 0 } = frame.contentDocument?.documentElement ?? {};
  frame.style.height = scrollHeight + frame.offsetHeight - frame.clientHeight + 'px';
}
document.addEventListener('load', ({ target }) => { if (target.localName === 'iframe') fit(target); }, true);
addEventListener('resize', () => document.querySelectorAll('details[open] > iframe').forEach(fit));
setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, PAUSE_MS);
`;
