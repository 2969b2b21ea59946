import type { Locale } from '../../../kernel/people/accounts.js';
import {
  escaped,
  FONT,
  LAYOUT,
  PANEL_DARK_RULES,
  panelHead,
  type PanelRow,
  panelTable,
  plainPanel,
  plainRows,
  rowsTable,
  type TransferPanel,
} from './mail-panel.js';

/** The texts of a mail, in reading order. */
export interface MailContent {
  readonly locale: Locale;
  /** Also the heading of the HTML part. */
  readonly subject: string;
  readonly greeting: string;
  readonly text: string;
  /** The transfer it is about. */
  readonly panel: TransferPanel | null;
  /** Facts of a mail about the account. */
  readonly rows: readonly PanelRow[];
  readonly action: string;
  readonly link: string;
  /** Before the link in full, for programs that show no buttons. */
  readonly linkLead: string;
  readonly note: string;
  /** Contact and signature, line by line. */
  readonly end: readonly string[];
  /** How to stop mails like this one. */
  readonly optOut: { readonly why: string; readonly action: string; readonly link: string } | null;
}

/** The plain text part: the same content as the HTML. */
export function plainMail(content: MailContent): string {
  const { greeting, text, panel, rows, action, link, note, end, optOut } = content;
  const stop = optOut ? [`${optOut.why}\n${optOut.action}:\n${optOut.link}`] : [];
  const facts = [...plainPanel(panel), ...plainRows(rows)];
  const parts = [greeting, text, ...facts, `${action}:\n${link}`, note, end.join('\n'), ...stop];
  return parts.join('\n\n') + '\n';
}

/** The product's colors (web/src/ui/style/tokens.css); the dark ones, where a program supports them. */
const DARK_RULES =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  '@media (prefers-color-scheme:dark){' +
  '.bg{background:#121211!important}.surface{background:#1a1a18!important;border-color:#32312d!important}' +
  '.t1{color:#f2f0eb!important}.t2{color:#bdb9b0!important}.t3{color:#9c988e!important}' +
  '.lnk{color:#7fdbb9!important}.btnc{background:#45c095!important}.btna{color:#05241a!important}' +
  `.line{border-color:#32312d!important}${PANEL_DARK_RULES}}`;

/**
 * The HTML part: tables and inline styles, because mail programs drop style sheets; no images, because they hide
 * those of unknown senders and each would report that the mail was opened.
 */
export function htmlMail(content: MailContent): string {
  const { locale, subject, text } = content;
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title><style>${DARK_RULES}</style></head>`,
    '<body class="bg" style="margin:0;background:#f8f7f4">',
    `<div style="display:none;max-height:0;overflow:hidden">${escaped(text)}</div>`,
    `<table ${LAYOUT} width="100%" class="bg" bgcolor="#f8f7f4" style="background:#f8f7f4">`,
    '<tr><td align="center" style="padding:24px 0">',
    `<table ${LAYOUT} width="100%" style="max-width:600px">`,
    `<tr><td style="padding:0 16px 16px">${wordmark()}</td></tr>`,
    `<tr><td style="padding:0 16px">${card(content)}</td></tr>`,
    `<tr><td class="t3" style="padding:16px 16px 0;font:400 12px/16px ${FONT};color:#6b6860">`,
    content.end.map(escaped).join('<br>'),
    content.optOut ? `<br>${stopping(content.optOut)}` : '',
    '</td></tr></table></td></tr></table></body></html>',
  ].join('');
}

function stopping({ why, action, link }: NonNullable<MailContent['optOut']>): string {
  return `${escaped(why)}<br><a class="t3" href="${escaped(link)}" style="color:#6b6860">${escaped(action)}</a>`;
}

/** The mark, drawn by the edges of two boxes, and the name. */
function wordmark(): string {
  const bar = (width: number, color: string, gap: number) =>
    `<div style="width:${String(width)}px;height:0;margin-top:${String(gap)}px;font-size:0;line-height:0;` +
    `border-top:6px solid ${color};border-right:5px solid #0b7a5b"></div>`;
  return [
    `<table ${LAYOUT}><tr>`,
    '<td width="23" height="24" valign="top" bgcolor="#0b7a5b" ',
    'style="width:23px;height:24px;padding:8px 0 0 9px;border-radius:8px;background:#0b7a5b">',
    `${bar(10, '#ffffff', 0)}${bar(5, '#bbdad2', 2)}</td>`,
    `<td class="t1" style="padding-left:8px;font:600 20px/28px ${FONT};letter-spacing:-.02em;color:#1c1b18">Flip</td>`,
    '</tr></table>',
  ].join('');
}

function card(content: MailContent): string {
  const { subject, greeting, text, panel, rows, action, link, linkLead, note } = content;
  const paragraph = (content: string, above: number) =>
    `<p class="t2" style="margin:${String(above)}px 0 0;font:400 16px/24px ${FONT};color:#57544d">${content}</p>`;
  const small = (content: string) =>
    `<p class="t2" style="margin:16px 0 0;font:400 14px/20px ${FONT};color:#57544d">${content}</p>`;
  return [
    `<table ${LAYOUT} width="100%" class="surface" bgcolor="#ffffff" `,
    'style="background:#ffffff;border:1px solid #e5e3dd;border-radius:12px"><tr><td style="padding:24px">',
    panel
      ? panelHead(panel)
      : `<h1 class="t1" style="margin:0;font:600 28px/36px ${FONT};letter-spacing:-.02em;color:#1c1b18">` +
        `${escaped(subject)}</h1>`,
    paragraph(escaped(greeting), 16),
    paragraph(escaped(text), 8),
    panel ? panelTable(panel) : '',
    rows.length > 0 ? rowsTable(rows) : '',
    `<table ${LAYOUT} width="100%" style="margin-top:24px"><tr>`,
    '<td align="center" bgcolor="#0b7a5b" class="btnc" style="background:#0b7a5b;border-radius:8px">',
    `<a class="btna" href="${escaped(link)}" style="display:block;padding:12px 24px;font:600 16px/24px ${FONT};`,
    `color:#ffffff;text-decoration:none">${escaped(action)}</a></td></tr></table>`,
    small(escaped(note)),
    small(
      `${escaped(linkLead)}<br><a class="lnk" href="${escaped(link)}" style="color:#086148;word-break:break-all">` +
        `${escaped(link)}</a>`,
    ),
    '</td></tr></table>',
  ].join('');
}
