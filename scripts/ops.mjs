// The operator's command line: builds the API when it has to, then hands over.
import { ensureBuilt } from './ensure-built.mjs';

await ensureBuilt('api');
await import('../dist/api/ops.js');
