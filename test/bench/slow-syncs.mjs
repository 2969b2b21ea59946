// Delays every commit of both SQLite drivers by the sync time of a slower disk.
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { setTimeout as pause } from 'node:timers/promises';

const DELAY_MS = 2;

/** The product commits through the asynchronous driver, the naive writer through the synchronous one. */
export async function withSlowSyncs(work) {
  const { exec } = Database.prototype;
  const { exec: execAsync } = AsyncDatabase.prototype;
  Database.prototype.exec = function (sql) {
    const result = exec.call(this, sql);
    if (sql.endsWith('COMMIT')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, DELAY_MS);
    return result;
  };
  AsyncDatabase.prototype.exec = async function (sql) {
    const result = await execAsync.call(this, sql);
    if (sql.endsWith('COMMIT')) await pause(DELAY_MS);
    return result;
  };
  try {
    return await work();
  } finally {
    Database.prototype.exec = exec;
    AsyncDatabase.prototype.exec = execAsync;
  }
}
