// Last step of build:api: bundles the compiled API with its packages into dist/server, which is what starts, and the simulator
// of test mode into dist/simulator.
// Loading some 1,600 modules one by one costs more than half of a start (docs/adr/0019-start-from-a-bundle.md).
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { EXTERNAL } from './external-packages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMPILED = join(ROOT, 'dist/compiled');
const BUNDLED = join(ROOT, 'dist/server');

/** What packages load where it is installed or asked for; Flip uses none of it. */
const OPTIONAL = [
  '@fastify/multipart',
  '@fastify/view',
  /^@nestjs\/(microservices|platform-express|websockets)/,
  'class-transformer/storage',
  'handlebars',
  'hbs',
  'typescript',
];

/** Keeps the folder of each compiled module, and the way back to its source for stack traces. */
const compiled = {
  name: 'compiled',
  load: {
    filter: { id: /[\\/]dist[\\/]compiled[\\/].*\.js$/ },
    async handler(id) {
      const code = await readFile(id, 'utf8');
      const folder = relative(BUNDLED, dirname(id)).replaceAll('\\', '/');
      const map = JSON.parse(await readFile(`${id}.map`, 'utf8'));
      return { code: code.replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${folder}\``), map };
    },
  },
};

/** Mixed DTOs take their rules from class-validator and class-transformer by a `require` that the bundler has to see. */
const mappedTypes = {
  name: 'mapped-types',
  load: {
    filter: { id: /[\\/]@nestjs[\\/]mapped-types[\\/].*\.js$/ },
    async handler(id) {
      const code = await readFile(id, 'utf8');
      return code.replace('const require = createRequire(import.meta.url);', '');
    },
  },
};

/** Names stay: Nest and the OpenAPI document speak of classes by name. */
async function write(part, input, { cleanDir = true, ...options } = {}) {
  const external = [...EXTERNAL, ...OPTIONAL];
  const plugins = [compiled, mappedTypes];
  const bundle = await rolldown({ cwd: ROOT, platform: 'node', input, external, plugins, ...options });
  await bundle.write({ dir: join(ROOT, 'dist', part), cleanDir, sourcemap: true, keepNames: true });
}

await write('server', {
  main: join(COMPILED, 'api/src/main.js'),
  ops: join(COMPILED, 'api/src/ops/main.js'),
});
// What the thread of documents loads, in its place and without what it does not use: the compiler adds Swagger to types.
await write(
  'compiled/api/src/documents',
  { paper: join(COMPILED, 'api/src/documents/paper.js') },
  { cleanDir: false, treeshake: { moduleSideEffects: false } },
);
// Apart, so that an image for production leaves it out.
await write('simulator', { index: join(COMPILED, 'simulator/index.js') });
