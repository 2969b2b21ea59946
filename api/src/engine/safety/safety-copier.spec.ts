import type { Config } from '../../config/config.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { SafetyCopier } from './safety-copier.js';

it.each([
  ['production', undefined, 'SAFETY_FILE is not set'],
  ['production', '/safe/decisions.jsonl', null],
  ['development', undefined, null],
])('in %s with SAFETY_FILE=%s a notice says: %s', (NODE_ENV, SAFETY_FILE, said) => {
  const config = { NODE_ENV, SAFETY_FILE } as Config;
  const none = undefined as never;
  const notice = new SafetyCopier(config, none, none, none, none, new Features([])).notice();
  expect(notice === null ? null : notice.slice(0, said?.length)).toBe(said);
});
