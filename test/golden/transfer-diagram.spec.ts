import { readFileSync, writeFileSync } from 'node:fs';
import { UPDATING } from './golden-events.js';
import { transferDiagram } from './transfer-diagram.js';

const FILE = 'docs/money.md';
const DIAGRAM = /(?<=```mermaid\n)stateDiagram-v2\n[^`]*(?=\n```)/;

it('the states of a transfer in docs/money.md are those that the decider reaches (npm run golden writes them)', () => {
  const text = readFileSync(FILE, 'utf8');
  const diagram = transferDiagram();
  if (UPDATING) writeFileSync(FILE, text.replace(DIAGRAM, diagram));
  else expect(DIAGRAM.exec(text)?.[0]).toBe(diagram);
});
