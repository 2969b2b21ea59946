/** The product's tokens. */
const light = `
  --font: "Inter", "Inter fallback", -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --bg: #f8f7f4; --surface: #fff; --surface-2: #f3f2ee; --border: #e5e3dd; --border-strong: #8f8c84;
  --text: #1c1b18; --text-2: #57544d; --accent: #0b7a5b; --accent-hover: #096b50; --on-accent: #fff;
  --accent-soft: #e7f4ee; --accent-text: #086148; --danger: #b3261e; --danger-soft: #fceeec;
  --warning: #835000; --warning-soft: #fcf3e1; --info: #1d5da6; --info-soft: #ebf2fa; --neutral-soft: #efeee9;
`;
const dark = `
  --bg: #121211; --surface: #1a1a18; --surface-2: #232320; --border: #32312d; --border-strong: #7b7870;
  --text: #f2f0eb; --text-2: #bdb9b0; --accent: #45c095; --accent-hover: #5acba3; --on-accent: #05241a;
  --accent-soft: #12332a; --accent-text: #7fdbb9; --danger: #ff9a8f; --danger-soft: #3a1b18;
  --warning: #f0bc62; --warning-soft: #362a12; --info: #8fbdf2; --info-soft: #16293f; --neutral-soft: #2a2926;
`;

/** The style sheet of the simulator's pages, light or dark by system preference; the card frame follows its parent page. */
export const simulatorStyle = `
@font-face { font-family: "Inter"; font-weight: 100 900; font-display: swap; src: url(/inter.woff2) format("woff2"); }
@font-face { font-family: "Inter fallback"; font-weight: 100 500; src: local("Arial"), local("Liberation Sans"); size-adjust: 107.49%; ascent-override: 90.13%; descent-override: 22.44%; line-gap-override: 0%; }
@font-face { font-family: "Inter fallback"; font-weight: 501 900; src: local("Arial Bold"), local("Liberation Sans Bold"); size-adjust: 101.31%; ascent-override: 95.62%; descent-override: 23.81%; line-gap-override: 0%; }
:root { color-scheme: light dark; ${light} }
:root[data-scheme=light] { color-scheme: light; }
:root[data-scheme=dark] { color-scheme: dark; ${dark} }
@media (prefers-color-scheme: dark) { :root:not([data-scheme]) { ${dark} } }
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: 400 16px/24px var(--font); letter-spacing: -.006em; overflow-wrap: anywhere; }
h1, h2, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 28px; line-height: 36px; font-weight: 600; letter-spacing: -.02em; text-wrap: balance; }
h2 { font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -.01em; }
a { color: var(--accent-text); text-underline-offset: 3px; text-decoration-thickness: 1px; }
svg { display: block; flex: none; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
.skip { position: absolute; left: 16px; top: -64px; background: var(--surface); padding: 12px 16px; border-radius: 8px; }
.skip:focus { top: 8px; }
.ribbon { display: flex; align-items: center; justify-content: center; gap: 8px; min-height: 32px; padding: 6px 16px; background: var(--info-soft); font-size: 14px; line-height: 20px; }
.ribbon svg { color: var(--info); width: 16px; height: 16px; }
.top { display: flex; align-items: center; justify-content: space-between; flex-wrap: wrap; gap: 0 16px; max-width: 720px; margin: 0 auto; padding: 8px 16px; min-height: 64px; }
.brand { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -.02em; color: var(--text); text-decoration: none; }
.brand svg { width: 32px; height: 32px; stroke: none; }
.brand small { font-size: 14px; font-weight: 400; letter-spacing: 0; color: var(--text-2); }
.links { display: flex; align-items: center; gap: 16px; }
.links a { display: inline-flex; align-items: center; min-height: 44px; font-size: 14px; line-height: 20px; color: var(--text-2); text-decoration: none; }
.links a:hover { text-decoration: underline; }
.links a[aria-current] { color: var(--text); font-weight: 600; }
main { max-width: 720px; margin: 0 auto; padding: 16px 16px 64px; }
main.narrow, .top.narrow { max-width: 544px; }
.lead { margin-top: 8px; color: var(--text-2); }
.card { background: var(--surface); border: 1px solid var(--border); border-radius: 12px; padding: 24px; margin-top: 24px; }
.who { display: flex; gap: 12px; align-items: center; padding-bottom: 16px; border-bottom: 1px solid var(--border); margin-bottom: 16px; }
.who span { display: grid; }
.who span + span + span { margin-left: 12px; }
.who small, .small { font-size: 14px; line-height: 20px; color: var(--text-2); }
.disc { flex: none; display: grid; place-items: center; width: 40px; height: 40px; border-radius: 50%; background: var(--accent-soft); color: var(--accent-text); }
.disc.big { width: 56px; height: 56px; }
.choices { display: grid; gap: 8px; margin-top: 16px; }
.choice { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 64px; padding: 8px 16px; text-align: left; font: inherit; color: var(--text); background: var(--surface); border: 1px solid var(--border-strong); border-radius: 8px; cursor: pointer; }
.choice:hover { background: var(--surface-2); }
.choice span { display: grid; }
.choice b { font-weight: 600; }
.choice small { font-size: 14px; line-height: 20px; color: var(--text-2); }
.choice svg { color: var(--text-2); }
.choice.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.choice.main:hover { background: var(--accent-hover); }
.choice.main small, .choice.main svg { color: inherit; }
.btn { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: 0 24px; border: 1px solid transparent; border-radius: 8px; font: 600 16px/24px var(--font); text-decoration: none; cursor: pointer; background: var(--accent); color: var(--on-accent); }
.btn:hover { background: var(--accent-hover); }
.btn.quiet { min-height: 44px; padding: 0 16px; font-size: 14px; line-height: 20px; background: var(--surface); color: var(--text); border-color: var(--border-strong); }
.btn.quiet:hover { background: var(--surface-2); }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; padding: 16px 0; border-top: 1px solid var(--border); }
.row:first-child { border-top: 0; padding-top: 0; }
.row:last-child { padding-bottom: 0; }
#mails, #codes { margin-top: 24px; }
.code-row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 24px; padding: 16px 24px; margin-top: 12px; }
.code-row > div { display: grid; }
.code-row :is(.to, small) { font-size: 14px; line-height: 20px; color: var(--text-2); }
.code-row .code { font-size: 28px; line-height: 36px; font-weight: 600; font-variant-numeric: tabular-nums; }
.tabs { display: flex; flex-wrap: wrap; gap: 0 8px; margin-top: 16px; }
.tabs a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 12px; border-radius: 8px; font-size: 14px; line-height: 20px; color: var(--text-2); text-decoration: none; }
.tabs a:hover { background: var(--surface-2); }
.tabs a[aria-current] { background: var(--accent-soft); color: var(--accent-text); font-weight: 600; }
.said { margin-top: 16px; padding: 8px 16px; border-radius: 8px; background: var(--info-soft); font-size: 14px; line-height: 20px; }
.record:first-of-type { border-top: 0; }
.row .steps { flex: 1 0 100%; flex-wrap: wrap; }
.pages { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px; margin-top: 16px; }
.row > span:first-child { flex: 1 1 240px; display: grid; }
.row form { display: flex; gap: 8px; }
.badge { display: inline-flex; align-items: center; min-height: 24px; padding: 0 8px; border-radius: 999px; font-size: 12px; line-height: 16px; font-weight: 600; white-space: nowrap; background: var(--neutral-soft); color: var(--text-2); }
.badge.good { background: var(--accent-soft); color: var(--accent-text); }
.badge.bad { background: var(--danger-soft); color: var(--danger); }
.badge.wait { background: var(--warning-soft); color: var(--warning); }
.badge.info { background: var(--info-soft); color: var(--info); }
.mail { background: var(--surface); border: 1px solid var(--border); border-radius: 12px; margin-top: 12px; }
.mail > summary { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 16px; padding: 16px 24px; border-radius: 12px; cursor: pointer; list-style: none; }
.mail > summary::-webkit-details-marker { display: none; }
.mail > summary:hover { background: var(--surface-2); }
.mail summary b { font-weight: 600; }
.mail time { font-size: 14px; line-height: 24px; color: var(--text-2); white-space: nowrap; }
.mail .to { grid-column: 1 / -1; font-size: 14px; line-height: 20px; color: var(--text-2); }
.mail .inside { padding: 0 24px 24px; }
.letter { white-space: pre-wrap; padding-top: 16px; border-top: 1px solid var(--border); }
.html { margin-top: 16px; border-top: 1px solid var(--border); padding-top: 8px; }
.html > summary { min-height: 44px; display: inline-flex; align-items: center; color: var(--accent-text); font-size: 14px; font-weight: 600; cursor: pointer; }
iframe { display: block; width: 100%; height: 480px; border: 1px solid var(--border); border-radius: 8px; }
.fields { display: grid; gap: 16px; }
.fields label { display: grid; gap: 8px; font-size: 14px; line-height: 20px; font-weight: 600; }
.fields input:not([type="checkbox"]) { min-height: 48px; padding: 0 16px; font: inherit; font-size: 16px; font-weight: 400; color: var(--text); background: var(--surface); border: 1px solid var(--border-strong); border-radius: 8px; }
.fields .tick { display: flex; align-items: center; font-weight: 400; }
.fields .tick input { width: 24px; height: 24px; margin: 0; accent-color: var(--accent); }
.wrong { color: var(--danger); }
.blank { display: grid; justify-items: center; text-align: center; gap: 8px; padding: 48px 16px; }
.blank p { color: var(--text-2); max-width: 46ch; }
.blank .btn { margin-top: 8px; }
@media (max-width: 479px) { .card, .mail > summary { padding: 16px; } .mail > summary { grid-template-columns: minmax(0, 1fr); } .mail .inside { padding: 0 16px 16px; } }
@media (prefers-reduced-motion: no-preference) { .btn, .choice { transition: background 150ms cubic-bezier(.2, 0, 0, 1); } }
`;
