import type { Locale } from '../../kernel/people/accounts.js';

/** The texts of the page; `stop` is the label of its button, null once the mails have been stopped. */
interface UnsubscribePage {
  readonly locale: Locale;
  readonly title: string;
  readonly text: string;
  readonly stop: string | null;
  readonly profile: string;
}

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{margin:0;padding:48px 16px;background:light-dark(#f8f7f4,#121211);color:light-dark(#1c1b18,#f2f0eb);' +
  "font:400 16px/24px -apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}" +
  'main{max-width:480px;margin:0 auto;padding:24px;box-sizing:border-box;border-radius:12px;' +
  'border:1px solid light-dark(#e5e3dd,#32312d);background:light-dark(#ffffff,#1a1a18)}' +
  'h1{margin:0;font-weight:600;font-size:28px;line-height:36px}p{margin:8px 0 24px}' +
  'button{width:100%;height:48px;margin:0 0 16px;border:0;border-radius:8px;font:inherit;font-weight:600;cursor:pointer;' +
  'background:light-dark(#0b7a5b,#45c095);color:light-dark(#ffffff,#05241a)}a{color:light-dark(#086148,#7fdbb9)}';

/**
 * The page behind the link in a mail. Opening it changes nothing, since mail programs open links by themselves; its button
 * posts to its own address. Without scripts.
 */
export function unsubscribePage({ locale, title, text, stop, profile }: UnsubscribePage): string {
  const button = stop === null ? '' : `<form method="post"><button>${stop}</button></form>`;
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title} · Flip</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p role="status">${text}</p>
      ${button}
      <a href="/profile">${profile}</a>
    </main>
  </body>
</html>
`;
}
