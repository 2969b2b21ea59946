import { Worker } from 'node:worker_threads';

interface TaskThreadOptions {
  /** Plain JavaScript, so that it starts the same built and unbuilt. It answers each task in order: {result} or {error}. */
  readonly file: string;
  /** Most tasks that wait, with the one that it works on. */
  readonly limit: number;
  readonly workerData?: unknown;
}

interface Waiting<Result> {
  readonly resolve: (result: Result | null) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that works on one task after another, so that a long one delays no request. The first task starts it. */
export class TaskThread<Task, Result> {
  private worker: Worker | undefined;
  private waiting: Waiting<Result>[] = [];

  constructor(private readonly options: TaskThreadOptions) {}

  /**
   * The result of a task; null when too many wait, or when the thread was ended before it: the next task starts another.
   * @throws what the task threw, or what ended the thread
   */
  run(task: Task): Promise<Result | null> {
    if (this.waiting.length >= this.options.limit) return Promise.resolve(null);
    this.worker ??= this.start();
    this.worker.postMessage(task);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  /** Unreferenced: it never keeps the process running. */
  private start(): Worker {
    const { file, workerData } = this.options;
    const worker = new Worker(file, { workerData });
    worker.unref();
    worker.on('message', (answer: { readonly result: Result } | { readonly error: unknown }) => {
      const next = this.waiting.shift();
      if ('error' in answer) next?.reject(answer.error);
      else next?.resolve(answer.result);
    });
    worker.on('error', (error) => {
      for (const { reject } of this.waiting.splice(0)) reject(error);
    });
    worker.on('exit', () => {
      this.worker = undefined;
      for (const { resolve } of this.waiting.splice(0)) resolve(null);
    });
    return worker;
  }
}
