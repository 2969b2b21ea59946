import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlipServer } from '../support/flip-server.js';
import { counts } from '../support/scale.js';
import { Tracer } from '../support/tracer.js';

const EVENT_LOG_WAL = /\/events\.db-wal/;

describe('an accepted transfer', () => {
  it(`is synced to disk after its write and before its response, ${String(counts.tracedSends)} times of ${String(counts.tracedSends)} (ASVS 16.5.3)`, async () => {
    const server = await FlipServer.start({ env: { RATE_LIMIT: 'off' } });
    const folder = mkdtempSync(join(tmpdir(), 'flip-trace-'));
    const trace = join(folder, 'trace');
    try {
      const sender = server.browser();
      await sender.signUp();
      const calls = 'trace=pwrite64,pwritev,write,writev,sendto,sendmsg,fdatasync,fsync';
      const tracer = await Tracer.attach(server.pid, '-y', '-s', '20000', '-e', calls, '-o', trace);
      const ids: string[] = [];
      for (let sent = 0; sent < counts.tracedSends; sent += 1) {
        const answer = await sender.send<{ id: string }>({ amount: '1.00' });
        expect(answer.status).toBe(201);
        ids.push(answer.body.id);
      }
      await tracer.detach();
      const lines = readFileSync(trace, 'utf8').split('\n');
      expect(ids.filter((id) => !syncedBeforeAnswer(lines, id))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await server.dispose();
    }
  });
});

/** The first write of the id to the log, then a finished sync of the log, then the 201 that names the id. */
function syncedBeforeAnswer(lines: readonly string[], id: string): boolean {
  const written = lines.findIndex(
    (line) => EVENT_LOG_WAL.test(line) && /pwrite|write/.test(line) && line.includes(id),
  );
  if (written === -1) return false;
  const synced = lines.findIndex((line, index) => index > written && finishedSync(lines, index));
  const answered = lines.findIndex((line) => line.includes('HTTP/1.1 201') && line.includes(id));
  return synced !== -1 && answered !== -1 && synced < answered;
}

/** A sync interrupted by another thread ends on a separate line: "<... fdatasync resumed>". */
function finishedSync(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (!/f(data)?sync/.test(line)) return false;
  if (line.includes('resumed>')) {
    const thread = line.split(' ')[0] ?? '';
    const begun = lines
      .slice(0, index)
      .findLast((earlier) => earlier.startsWith(`${thread} `) && earlier.includes('sync('));
    return begun !== undefined && EVENT_LOG_WAL.test(begun) && line.trimEnd().endsWith('= 0');
  }
  return EVENT_LOG_WAL.test(line) && line.trimEnd().endsWith('= 0');
}
