// npm start: builds missing or outdated parts, then runs the server.
import { ensureBuilt } from './ensure-built.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
ensureBuilt('api');
ensureBuilt('web');
await import('../dist/server/main.js');
