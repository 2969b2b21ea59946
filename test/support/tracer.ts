import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** strace attached to a running server: records the order of its system calls or kills it at one of them. */
export class Tracer {
  private constructor(private readonly child: ChildProcess) {}

  /** Resolves once strace holds every thread of the process. @throws when strace is missing or may not attach */
  static async attach(pid: number, ...options: readonly string[]): Promise<Tracer> {
    const child = spawn('strace', ['-f', '-p', String(pid), ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const tracer = new Tracer(child);
    await new Promise<void>((attached, failed) => {
      let said = '';
      child.on('error', failed);
      child.on('exit', (code) => failed(new Error(`strace ended with ${String(code)}: ${said}`)));
      child.stderr.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes('attached')) attached();
      });
    });
    return tracer;
  }

  /** Detaches from the server and waits until the trace is written. */
  async detach(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGINT');
    await gone;
  }
}
