// Upkeep of a grown history, per event of its log.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { operate } from './machine.mjs';
import { features } from './senders.mjs';
import { startProduct } from './servers.mjs';

const FILES = { log: 'events.db', views: 'views.db', vault: 'vault.db' };

/** Measures with their names, in µs per event: `value` is wall time, `cpu` processor time. */
export async function* upkeepOf(folder, { folder: untouched, events, scratch }) {
  const perEvent = ({ seconds, cpuSeconds }) => ({
    unit: 'µs',
    per: 'an event',
    value: (seconds / events) * 1e6,
    cpu: (cpuSeconds / events) * 1e6,
  });
  const bytes = (path) => ({ unit: 'bytes', per: 'an event', value: sizeOf(path) / events });
  const env = { FLIP_DATA: folder };
  const [backup, exported, imported] = ['backup', 'export', 'imported'].map((name) => join(scratch, name));
  for (const [name, file] of Object.entries(FILES)) yield [`${name} file`, bytes(join(untouched, file))];
  yield ['verify', perEvent(await operate(['verify'], env))];
  yield ['backup', perEvent(await operate(['backup', backup], env))];
  rmSync(backup, { recursive: true });
  yield ['export', perEvent(await operate(['export', exported], env))];
  yield ['exported files', bytes(exported)];
  yield ['import', perEvent(await operate(['import', exported], { FLIP_DATA: imported }))];
  rmSync(imported, { recursive: true });
  const { ESDB_URL, MONGO_URL } = process.env;
  if (ESDB_URL && MONGO_URL) {
    const servers = { FLIP_DATA: imported, ESDB_URL, MONGO_URL };
    yield ['import into servers', perEvent(await operate(['import', exported], servers))];
    rmSync(imported, { recursive: true });
  }
  rmSync(exported, { recursive: true });
  yield* rebuildsOf(folder, perEvent);
}

/** Each view in the running server, without requests beside. */
async function* rebuildsOf(folder, perEvent) {
  const server = await startProduct(folder);
  for (const { name } of features.projections) {
    const { result, cpuMs } = await server.cpuOf(() => operate(['rebuild', name], { FLIP_DATA: folder }));
    yield [`rebuild of ${name}`, perEvent({ seconds: result.seconds, cpuSeconds: cpuMs / 1_000 })];
  }
  await server.stop();
}

/** Bytes of a file, or of the files in a folder. */
function sizeOf(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
