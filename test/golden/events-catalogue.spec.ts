import { readFileSync, writeFileSync } from 'node:fs';
import { AppModule } from '../../api/src/app.module.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { eventsCatalogue } from './events-catalogue.js';
import { UPDATING } from './golden-events.js';

const { events } = featuresOf(AppModule);

const FILE = 'docs/events.md';
const LIST = /(?<=^## Catalog\n[^]*?\n\n)- [^]*(?=\n$)/m;

it('the catalog of docs/events.md matches the declarations (npm run golden writes it)', () => {
  const text = readFileSync(FILE, 'utf8');
  const catalogue = eventsCatalogue(events);
  const written = text.replace(LIST, () => catalogue);
  if (UPDATING) writeFileSync(FILE, written);
  else expect(text).toBe(written);
  expect(written).toContain(catalogue);
});
