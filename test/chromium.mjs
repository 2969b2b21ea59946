/**
 * The browser of the browser suites and measurements: Chromium without windows, which Debian's package
 * `chromium-headless-shell` has, or the one that the environment names. It takes a third less processor time for a page
 * than a Chromium with windows that are not shown.
 */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
