import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { AppModule } from '../../api/src/app.module.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { eventsCatalogue } from './events-catalogue.js';
import { UPDATING } from './golden-events.js';

const { events } = featuresOf(AppModule);

const FILE = 'docs/events.md';

it('docs/events.md matches the declarations (npm run golden writes it)', () => {
  if (UPDATING) writeFileSync(FILE, eventsCatalogue(events));
  expect(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '').toBe(eventsCatalogue(events));
});
