import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardFrameStyle } from '../card-frame/card-frame-style.js';
import { simulatorStyle } from './simulator-style.js';

const FOLDER = join(process.cwd(), 'simulator');

it('every class of a page of the simulator has a style', () => {
  const styled = new Set(
    [...`${simulatorStyle}${cardFrameStyle}`.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name),
  );
  const used = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/class="([^"]*)"/g)])
    .flatMap(([, classes = '']) => classes.replaceAll(/\$\{[^}]*\}/g, ' ').split(/\s+/))
    .filter((name) => name !== '');
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
});
