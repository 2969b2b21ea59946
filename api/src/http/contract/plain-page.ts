import type { Locale } from '../../kernel/people/accounts.js';

/** A page of the API's own, for a window that no page of the application opened. */
interface PlainPage {
  readonly locale: Locale;
  readonly title: string;
  /** Under the title, as HTML. */
  readonly content: string;
}

/** Content type of every page. */
export const HTML = 'text/html; charset=utf-8';

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{margin:0;padding:48px 16px;background:light-dark(#f8f7f4,#121211);color:light-dark(#1c1b18,#f2f0eb);' +
  "font:400 16px/24px -apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}" +
  'main{max-width:480px;margin:0 auto;padding:24px;box-sizing:border-box;border-radius:12px;' +
  'border:1px solid light-dark(#e5e3dd,#32312d);background:light-dark(#ffffff,#1a1a18)}' +
  'h1{margin:0;font-weight:600;font-size:28px;line-height:36px}p{margin:8px 0 24px}' +
  'button{width:100%;height:48px;margin:0 0 16px;border:0;border-radius:8px;font:inherit;font-weight:600;cursor:pointer;' +
  'background:light-dark(#0b7a5b,#45c095);color:light-dark(#ffffff,#05241a)}a{color:light-dark(#086148,#7fdbb9)}';

/** The page as HTML, without scripts. */
export function plainPage({ locale, title, content }: PlainPage): string {
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${escaped(title)} · Flip</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}

/** A text as HTML shows it, also within an attribute's quotation marks. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
