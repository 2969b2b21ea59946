import { generateSync } from 'otplib';
import type { Clock } from '../clock.js';
import { html } from '../pages/html.js';
import { blank, ICONS, languageOf, pageFrame } from '../pages/page-frame.js';
import { asset, get, json, page, type SimulatorRequest, type SimulatorRoute } from '../simulator-server.js';

/** A demo person with a published secret: the simulator replaces their authenticator app. */
export interface AuthenticatorOwner {
  readonly name: string;
  readonly email: string;
  /** In base32. */
  readonly secret: string;
}

/** How long a code is shown (RFC 6238). */
const STEP_SECONDS = 30;

const texts = {
  en: {
    title: 'Authenticator',
    lead: 'The codes that the phones of the demo staff would show. Each works once.',
    emptyTitle: 'Nobody here',
    emptyText:
      'Only demo people have their codes here. Scan the QR code of others with an authenticator app.',
    seconds: 'New code in {n} s',
  },
  es: {
    title: 'Autenticador',
    lead: 'Los códigos que mostrarían los teléfonos del equipo de demostración. Cada uno sirve una vez.',
    emptyTitle: 'No hay nadie',
    emptyText:
      'Aquí solo están los códigos de las personas de demostración. Escanea el código QR de las demás con una aplicación de autenticación.',
    seconds: 'Código nuevo en {n} s',
  },
} as const;

/** The codes of demo people, as a page and as JSON for tests. */
export function authenticatorRoutes(
  clock: Clock,
  owners: readonly AuthenticatorOwner[],
): readonly SimulatorRoute[] {
  const codes = () => {
    const epoch = Math.floor(clock.now() / 1_000);
    const secondsLeft = STEP_SECONDS - (epoch % STEP_SECONDS);
    return owners.map(({ name, email, secret }) => ({
      name,
      email,
      code: generateSync({ secret, epoch }),
      secondsLeft,
    }));
  };
  return [
    get(/^\/authenticator$/, (request) => authenticatorPage(request, codes())),
    get(/^\/authenticator\.json$/, () => json(200, { items: codes() })),
    asset(/^\/authenticator\.js$/, 'text/javascript', refreshScript),
  ];
}

interface ShownCode {
  readonly name: string;
  readonly email: string;
  readonly code: string;
  readonly secondsLeft: number;
}

function authenticatorPage(request: SimulatorRequest, codes: readonly ShownCode[]) {
  const language = languageOf(request);
  const t = texts[language];
  const rows = codes.map(
    ({ name, email, code, secondsLeft }) =>
      html`<li class="card code-row">
        <div><b>${name}</b><span class="to">${email}</span></div>
        <div>
          <output class="code">${code.slice(0, 3)} ${code.slice(3)}</output
          ><small>${t.seconds.replace('{n}', String(secondsLeft))}</small>
        </div>
      </li>`,
  );
  const list =
    codes.length === 0
      ? html`<div class="card">${blank(ICONS.clock, t.emptyTitle, t.emptyText)}</div>`
      : html`<ul>
          ${rows}
        </ul>`;
  const content = html`<h1>${t.title}</h1>
    <p class="lead">${t.lead}</p>
    <div id="codes">${list}</div>`;
  return page(
    200,
    pageFrame({ language, title: t.title, content, current: 'authenticator', script: '/authenticator.js' }),
  );
}

/** Replaces the codes every second, so that the page never shows an old one. */
const refreshScript = `
const PAUSE_MS = 1000;
async function refresh() {
  const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
  document.getElementById('codes').replaceWith(fresh.getElementById('codes'));
}
setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, PAUSE_MS);
`;
