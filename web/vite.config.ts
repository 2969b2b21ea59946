import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { wordListsPlugin } from './word-lists.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['FLIP_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: here('.'),
  plugins: [react(), wordListsPlugin()],
  resolve: { alias: { '@kernel': here('../api/src/kernel') } },
  worker: { format: 'es', plugins: () => [wordListsPlugin()] },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // Every file under /assets/ carries its hash, which is what lets the server call it immutable.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first screen needs comes in one file, not in thirty that wait for each other.
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'parts', test: /[\\/]web[\\/]src[\\/](ui|lib)[\\/]/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': api, '^/locales/(en|es)/errors\\.json$': api },
  },
});
