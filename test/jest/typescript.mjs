// Lets this Node process import our TypeScript sources, compiled by SWC as `nest build` compiles them.
import { setEnvironmentData } from 'node:worker_threads';

process.env.SWC_NODE_PROJECT ??= 'api/tsconfig.json';
// Inline, so that Node finds the maps of modules that exist only in memory.
process.env.SWC_NODE_SOURCE_MAP_MODE ??= 'inline';
process.setSourceMapsEnabled(true);
// Threads compile for themselves.
setEnvironmentData('flip-compiler', import.meta.url);
await import('@swc-node/register/esm-register');
