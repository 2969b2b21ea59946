// Lets this Node process import our TypeScript sources, compiled by SWC as `nest build` compiles them.
process.env.SWC_NODE_PROJECT ??= 'api/tsconfig.json';
// Inline, so that Node finds the maps of modules that exist only in memory.
process.env.SWC_NODE_SOURCE_MAP_MODE ??= 'inline';
process.setSourceMapsEnabled(true);
await import('@swc-node/register/esm-register');
