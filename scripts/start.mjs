// npm start: builds what is missing or outdated, then runs the server.
import { ensureBuilt } from './ensure-built.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
ensureBuilt('api');
ensureBuilt('web');
await import('../dist/server/main.js');
