/** Part of a page with escaped text. */
export class Html {
  constructor(readonly text: string) {}
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Template tag that escapes every value except parts built with this tag; lists are joined. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, index) => text + rendered(values[index - 1] ?? '') + part));
}

export type HtmlValue = string | number | Html | readonly Html[];

function rendered(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/** Plain text with its URLs as links. */
export function linked(text: string): Html {
  const pieces: Html[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(/[.,;:!?)\]]+$/, '');
    pieces.push(
      html`${text.slice(from, match.index)}<a href="${address}" rel="noreferrer noopener">${address}</a>`,
    );
    from = match.index + address.length;
  }
  return html`${pieces}${text.slice(from)}`;
}
