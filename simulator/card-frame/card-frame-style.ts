/** Styles that the card frame adds to the simulator's style sheet. */
export const cardFrameStyle = `
body { background: var(--surface); }
form { display: grid; gap: 16px; padding: 16px; grid-template-columns: repeat(2, minmax(0, 1fr)); }
form > .wide { grid-column: 1 / -1; }
label { display: block; margin-bottom: 8px; font-size: 14px; line-height: 20px; font-weight: 600; }
input { width: 100%; height: 48px; padding: 0 16px; font: 400 16px/24px var(--font); font-variant-numeric: tabular-nums; color: var(--text); background: var(--surface); border: 1px solid var(--border-strong); border-radius: 8px; }
input::placeholder { color: var(--text-2); opacity: 1; }
input:focus-visible { outline: 2px solid var(--accent-text); outline-offset: -1px; border-color: transparent; }
input[aria-invalid=true] { border: 2px solid var(--danger); padding: 0 15px; }
.wrong { display: flex; gap: 8px; margin-top: 8px; font-size: 14px; line-height: 20px; color: var(--danger); }
.wrong[hidden] { display: none; }
summary { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; border-radius: 8px; font-size: 14px; line-height: 20px; font-weight: 600; color: var(--accent-text); cursor: pointer; }
summary svg { transition: transform 150ms; }
details[open] summary svg { transform: rotate(90deg); }
.cards { display: grid; gap: 4px; max-height: 216px; overflow-y: auto; }
.cards button { display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px; width: 100%; min-height: 44px; padding: 4px 12px; text-align: left; font: 400 14px/20px var(--font); color: var(--text); background: var(--surface-2); border: 0; border-radius: 8px; cursor: pointer; }
.cards button:hover { background: var(--border); }
.cards b { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.cards span { color: var(--text-2); }
@media (prefers-reduced-motion: reduce) { summary svg { transition: none; } }
`;
