// The operator's command line: builds the API if needed, then runs it.
import { ensureBuilt } from './ensure-built.mjs';

ensureBuilt('api');
await import('../dist/server/ops.js');
