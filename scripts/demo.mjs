// npm run demo -- reset | clock +30m: the operator's commands for the demo.
import { ensureBuilt } from './ensure-built.mjs';

ensureBuilt('api');
process.argv.splice(2, 0, 'demo');
await import('../dist/server/ops.js');
