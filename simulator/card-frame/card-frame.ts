import type { Locale } from '../../api/src/kernel/people/accounts.js';
import { cardFrameTexts } from './card-frame-texts.js';
import { html, type Html } from '../pages/html.js';
import { icon, ICONS, languageOf } from '../pages/page-frame.js';
import { page, type SimulatorReply, type SimulatorRequest } from '../simulator-server.js';
import type { Simulation } from '../simulation.js';
import { TEST_CARDS, type TestCard } from '../stripe/test-cards.js';

/** Number of years for which a chosen test card is valid. */
const VALID_YEARS = 4;

/**
 * `GET /card-frame?lang=en|es&scheme=light|dark`: the card fields of the simulated processor, to be framed only
 * by the app's pages. Its messages are described in card-frame-script.ts.
 */
export function cardFrame(request: SimulatorRequest, { origins, clock }: Simulation): SimulatorReply {
  const { searchParams } = request.url;
  const language = languageOf(request, searchParams.get('lang') ?? '');
  const scheme = (['light', 'dark'] as const).find((name) => name === searchParams.get('scheme'));
  const year = new Date(clock.now()).getUTCFullYear() + VALID_YEARS;
  const expiry = `12${String(year).slice(-2)}`;
  const text = framePage({ language, scheme, origins: origins.all, expiry });
  return page(200, text, { ancestors: origins.all });
}

/** The whole page; `expiry` is that of a chosen test card, MMYY. */
export function framePage(facts: {
  readonly language: Locale;
  readonly scheme: 'light' | 'dark' | undefined;
  readonly origins: readonly string[];
  readonly expiry: string;
}): string {
  const { language, scheme, origins, expiry } = facts;
  const t = cardFrameTexts[language];
  return html`<!doctype html>
    <html lang="${language}" ${scheme ? html`data-scheme="${scheme}"` : ''}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${t.title} · Flip</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/simulator.css" />
        <link rel="stylesheet" href="/card-frame.css" />
        <script src="/card-frame.js" defer></script>
      </head>
      <body>
        <form
          id="main"
          novalidate
          data-origins="${JSON.stringify(origins)}"
          data-wrong="${JSON.stringify(t.wrong)}"
        >
          ${field('number', t.number, { hint: '1234 1234 1234 1234', maxLength: 23 })}
          ${field('expiry', t.expiry, { hint: t.expiryHint, maxLength: 7 })}
          ${field('cvc', t.cvc, { hint: '123', maxLength: 4 })}
          <details class="wide">
            <summary>${icon('M9 6l6 6-6 6')}${t.testCards}</summary>
            <div class="cards">${TEST_CARDS.map((card) => choice(card, language, expiry))}</div>
          </details>
        </form>
      </body>
    </html>`.text;
}

/** Without autocompletion, which would offer real cards. */
function field(id: string, label: string, { hint, maxLength }: { hint: string; maxLength: number }): Html {
  return html`<div ${id === 'number' ? html`class="wide"` : ''}>
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      type="text"
      inputmode="numeric"
      autocomplete="off"
      placeholder="${hint}"
      maxlength="${maxLength}"
      required
      aria-describedby="${id}-wrong"
    />
    <p class="wrong" id="${id}-wrong" role="alert" hidden>${icon(ICONS.cross)}<span></span></p>
  </div>`;
}

function choice({ number, outcome, funding }: TestCard, language: Locale, expiry: string): Html {
  const t = cardFrameTexts[language];
  return html`<button type="button" data-number="${number}" data-expiry="${expiry}">
    <b>${number.replaceAll(/\d{4}(?=\d)/g, '$& ')}</b
    ><span>${funding === 'debit' ? t.outcomes[outcome] : t.funding[funding]}</span>
  </button>`;
}
