// npm run icons: draws the icons and the picture of shared links from the mark. Needs Chromium; run it when the mark changes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { CHROMIUM } from '../test/chromium.mjs';

const PUBLIC = fileURLToPath(new URL('../web/public/', import.meta.url));
const MARK = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
const GREEN = '#0b7a5b';
const FONT = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif";

/** The mark in the middle of a ground of the same color, which any shape may be cut from. */
const icon = (share) => `
  <body style="margin:0;display:grid;place-items:center;height:100vh;background:${GREEN}">
    <style>svg { width: ${share}; height: ${share}; } svg rect { fill: ${GREEN}; }</style>${MARK}
  </body>`;

const sharedLink = `
  <body style="margin:0;box-sizing:border-box;height:100vh;padding:96px;background:#f8f7f4;color:#1c1b18;font-family:${FONT}">
    <style>svg { width: 88px; height: 88px; }</style>
    <div style="display:flex;align-items:center;gap:24px;font-size:56px;font-weight:600">${MARK}Flip</div>
    <div style="margin-top:72px;font-size:92px;font-weight:600;line-height:1.08;letter-spacing:-.03em">
      Send money to the<br>app they already use
    </div>
    <div style="margin-top:40px;font-size:36px;color:#57544d">Every fee before you pay. Cada comisión antes de pagar.</div>
  </body>`;

const PICTURES = [
  { file: 'icon-192.png', width: 192, height: 192, html: icon('80%') },
  { file: 'icon-512.png', width: 512, height: 512, html: icon('80%') },
  { file: 'apple-touch-icon.png', width: 180, height: 180, html: icon('90%') },
  { file: 'shared-link.png', width: 1200, height: 630, html: sharedLink },
];

const browser = await chromium.launch({ executablePath: CHROMIUM });
try {
  const page = await browser.newPage();
  for (const { file, width, height, html } of PICTURES) {
    await page.setViewportSize({ width, height });
    await page.setContent(html);
    await page.screenshot({ path: join(PUBLIC, file) });
  }
} finally {
  await browser.close();
}
