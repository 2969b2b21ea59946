/**
 * The files of texts, web/public/locales/{language}/{namespace}.json. `app` loads at the start; a screen names the others
 * that it needs where the router loads its code. Each key is in one file.
 */
export const NAMESPACES = [
  'app',
  'landing',
  'policies',
  'account',
  'sending',
  'paying',
  'transfers',
  'shared',
  'verification',
  'compliance',
  'rules',
  'backtest',
  'audit',
  'overview',
  'checks',
  'standing',
  'activity',
] as const;
export type Namespace = (typeof NAMESPACES)[number];
