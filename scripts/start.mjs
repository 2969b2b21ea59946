// npm start: builds what is missing or old, then becomes the server.
import { ensureBuilt } from './ensure-built.mjs';

ensureBuilt('api');
ensureBuilt('web');
await import('../dist/api/main.js');
