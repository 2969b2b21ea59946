import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventDeclarations } from '../../api/src/features.js';
import { eventsCatalogue } from './events-catalogue.js';
import { UPDATING } from './golden-events.js';

const FILE = join(__dirname, '../../docs/events.md');

it('docs/events.md says what is declared (npm run golden writes it anew)', () => {
  if (UPDATING) writeFileSync(FILE, eventsCatalogue(eventDeclarations));
  expect(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '').toBe(eventsCatalogue(eventDeclarations));
});
