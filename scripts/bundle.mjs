// Last step of build:api: bundles the compiled API in dist/api with its packages into dist/server, which is what starts.
// Loading some 1,600 modules one by one costs more than half of a start (docs/adr/0019-start-from-a-bundle.md).
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { EXTERNAL } from './external-packages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMPILED = join(ROOT, 'dist/api');
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
    filter: { id: /[\\/]dist[\\/]api[\\/].*\.js$/ },
    async handler(id) {
      const code = await readFile(id, 'utf8');
      const folder = relative(BUNDLED, dirname(id)).replaceAll('\\', '/');
      const map = JSON.parse(await readFile(`${id}.map`, 'utf8'));
      return { code: code.replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${folder}\``), map };
    },
  },
};

const bundle = await rolldown({
  cwd: ROOT,
  platform: 'node',
  input: {
    main: join(COMPILED, 'main.js'),
    ops: join(COMPILED, 'ops/main.js'),
    simulator: join(COMPILED, 'simulator.js'),
  },
  external: [...EXTERNAL, ...OPTIONAL],
  plugins: [compiled],
});
// Names stay: Nest and the OpenAPI document speak of classes by name.
await bundle.write({ dir: BUNDLED, cleanDir: true, sourcemap: true, keepNames: true });
