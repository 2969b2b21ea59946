import { UNKNOWN_DEVICE } from '../../../kernel/people/accounts.js';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone|iPad|iPod/, 'iOS'],
  [/\bAndroid/, 'Android'],
  [/\bWindows/, 'Windows'],
  [/\bMac OS X/, 'macOS'],
  [/\bLinux|X11/, 'Linux'],
];
const EXAMINED_LENGTH = 512;

/** "Chrome, Windows": enough for a user to recognize the device, but not to identify it. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, EXAMINED_LENGTH);
  const named = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(text))?.[1]);
  return named.filter((name) => name !== undefined).join(', ') || UNKNOWN_DEVICE;
}
