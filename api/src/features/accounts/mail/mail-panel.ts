import type { Platform } from '../../../kernel/money/platforms.js';

/** A transfer in a mail, in texts. */
export interface TransferPanel {
  readonly tone: 'good' | 'neutral' | 'bad';
  readonly badge: string;
  readonly amount: string;
  readonly platform: Platform;
  readonly handle: string | null;
  readonly rows: readonly PanelRow[];
  /** The last row, in strong type. */
  readonly sum: PanelRow | null;
}
export interface PanelRow {
  readonly label: string;
  readonly value: string;
}

export const FONT = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
export const LAYOUT = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Background and text of a badge and of a platform, light and dark (web/src/ui/style/tokens.css). */
type Colors = readonly [background: string, text: string, darkBackground: string, darkText: string];
const TONES: Readonly<Record<TransferPanel['tone'], Colors>> = {
  good: ['#e7f4ee', '#086148', '#12332a', '#7fdbb9'],
  neutral: ['#efeee9', '#57544d', '#2a2926', '#bdb9b0'],
  bad: ['#fceeec', '#b3261e', '#3a1b18', '#ff9a8f'],
};
const PLATFORM_COLORS: Readonly<Record<Platform, Colors>> = {
  'Cash App': ['#e4ecd8', '#43591f', '#2c3620', '#c3d99f'],
  Zelle: ['#eae4f4', '#57398a', '#322945', '#cdb9f0'],
  PayPal: ['#dfe8f5', '#274b87', '#22304a', '#afc8f2'],
  Chime: ['#d8edeb', '#0f5855', '#17383a', '#94d6d0'],
  'Apple Pay': ['#e7e5e1', '#3d3a35', '#34322e', '#d6d2ca'],
  Venmo: ['#f4e5db', '#78401f', '#432c1e', '#ebc0a2'],
};

/** For the rules of the layout's dark side. */
export const PANEL_DARK_RULES = [...Object.values(TONES), ...Object.values(PLATFORM_COLORS)]
  .map((colors) => `.${nameOf(colors)}{background:${colors[2]}!important;color:${colors[3]}!important}`)
  .join('');

/** The class of a pair of colors. */
function nameOf([background]: Colors): string {
  return `c${background.slice(1)}`;
}

/** As plain text: state, amount and receiver, then the rows. */
export function plainPanel(panel: TransferPanel | null): readonly string[] {
  if (!panel) return [];
  const { badge, amount, platform, handle, rows, sum } = panel;
  const head = `${badge}\n${amount}\n${platform}${handle === null ? '' : `\n${handle}`}`;
  return [head, ...plainRows(sum ? [...rows, sum] : rows)];
}

/** One paragraph, a line for each row. */
export function plainRows(rows: readonly PanelRow[]): readonly string[] {
  return rows.length === 0 ? [] : [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')];
}

/** The state and the amount, above the text. */
export function panelHead({ tone, badge, amount }: TransferPanel): string {
  const colors = TONES[tone];
  return [
    `<span class="${nameOf(colors)}" style="display:inline-block;padding:4px 10px;border-radius:12px;`,
    `background:${colors[0]};font:600 12px/16px ${FONT};color:${colors[1]}">${escaped(badge)}</span>`,
    `<h1 class="t1" style="margin:16px 0 0;font:600 40px/48px ${FONT};letter-spacing:-.02em;color:#1c1b18">`,
    `${amountParts(amount)}</h1>`,
  ].join('');
}

/** "$120" and, smaller, ".00". */
function amountParts(amount: string): string {
  const [, whole = amount, cents = ''] = /^(.*)(\.\d\d)$/.exec(escaped(amount)) ?? [];
  return `${whole}<span class="t2" style="font-size:24px;letter-spacing:0;color:#57544d">${cents}</span>`;
}

/** Where the money goes and the rows, below the text. */
export function panelTable({ platform, handle, rows, sum }: TransferPanel): string {
  const colors = PLATFORM_COLORS[platform];
  const second =
    handle === null
      ? ''
      : `<br><span class="t2" style="font:400 14px/20px ${FONT};color:#57544d">${escaped(handle)}</span>`;
  return [
    `<table ${LAYOUT} style="margin-top:24px"><tr>`,
    `<td class="${nameOf(colors)}" width="40" height="40" align="center" bgcolor="${colors[0]}" aria-hidden="true" `,
    `style="width:40px;height:40px;border-radius:8px;background:${colors[0]};font:600 14px/20px ${FONT};`,
    `color:${colors[1]}">${platform.slice(0, 2)}</td>`,
    `<td class="t1" style="padding-left:12px;font:600 16px/24px ${FONT};color:#1c1b18">${platform}${second}</td>`,
    '</tr></table>',
    rowsTable(rows, sum),
  ].join('');
}

/** Labels left, values right. The sum is a separate table: a long value above it would break its label in two. */
export function rowsTable(rows: readonly PanelRow[], sum: PanelRow | null = null): string {
  const table = `<table ${LAYOUT} width="100%"`;
  return [
    `${table} style="margin-top:16px">`,
    ...rows.map((row) => rowOf(row, '400 14px/20px', '400 14px/20px')),
    sum ? `</table>${table}>${rowOf(sum, '600 16px/28px', '600 20px/28px')}` : '',
    '</table>',
  ].join('');
}

/** A row with a label as strong as its value is not muted. */
function rowOf({ label, value }: PanelRow, type: string, valueType: string): string {
  const [tone, color] = type === valueType ? ['t2', '#57544d'] : ['t1', '#1c1b18'];
  return [
    '<tr>',
    `<td class="line ${tone}" valign="top" style="${rowStyle(type)}color:${color}">${escaped(label)}</td>`,
    `<td class="line t1" valign="top" align="right" style="${rowStyle(valueType)}padding-left:16px;color:#1c1b18">`,
    `${escaped(value)}</td></tr>`,
  ].join('');
}

const rowStyle = (type: string): string => `padding:8px 0;border-top:1px solid #e5e3dd;font:${type} ${FONT};`;

/** Escapes a text for HTML, since names can contain any character. */
export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
