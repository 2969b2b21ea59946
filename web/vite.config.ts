import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type BuildOptions } from 'vite';
import { chunkGroups } from './chunks.ts';
import { phoneNumbersPlugin } from './phone-numbers.ts';
import { wordListsPlugin } from './word-lists.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['FLIP_API'] ?? 'http://127.0.0.1:3000';

const browserBuild: BuildOptions = {
  outDir: here('../dist/web'),
  emptyOutDir: true,
  manifest: 'manifest.json',
  target: 'es2022',
  // Every file under /assets/ carries its hash, which is what lets the server call it immutable.
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  // The word lists of password estimates, which load after the form.
  chunkSizeWarningLimit: 700,
  rolldownOptions: {
    // Some files of a part are loaded on their own, so that a block can fail alone.
    checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
    output: {
      codeSplitting: {
        groups: [
          // What every screen needs comes in one file, not in thirty that wait for each other.
          { name: 'first', tags: ['$initial'], priority: 99 },
          ...chunkGroups(),
        ],
      },
    },
  },
};

const prerenderBuild: BuildOptions = {
  outDir: here('../dist/prerender'),
  emptyOutDir: true,
  target: 'node20',
  copyPublicDir: false,
};

/** The build for a browser, or with `--ssr` the one that prerenders the landing page (scripts/prerender.mjs). */
export default defineConfig(({ isSsrBuild }) => ({
  root: here('.'),
  // A first start builds: the list of files says nothing to a newcomer.
  logLevel: 'warn',
  plugins: [react(), wordListsPlugin(), phoneNumbersPlugin()],
  resolve: {
    alias: [
      { find: '@kernel', replacement: here('../api/src/kernel') },
      // The package exports its development build alone, with warnings for developers.
      {
        find: /^react-router$/,
        replacement: here('../node_modules/react-router/dist/production/index.mjs'),
      },
    ],
  },
  worker: { format: 'es', plugins: () => [wordListsPlugin()] },
  build: isSsrBuild ? prerenderBuild : browserBuild,
  server: {
    proxy: { '/api': api, '^/locales/(en|es)/errors\\.json$': api },
  },
}));
