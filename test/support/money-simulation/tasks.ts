/** What the network does to a call. `late`: it arrives after the caller's deadline. */
export type Faulty = 'none' | 'request lost' | 'answer lost' | 'late' | 'twice';

/** An activity of a process, a person or a provider; parked wherever something else could interleave. */
interface Task {
  readonly owner: object;
  readonly name: string;
  at: string;
  go: (fault: Faulty) => void;
}

/** Runs one task at a time, each until it parks or ends. Nothing happens unless a task is resumed. */
export class Tasks {
  private parked: Task[] = [];
  private current: Task | undefined;
  private turnOver: () => void = () => undefined;

  get count(): number {
    return this.parked.length;
  }

  has(owner: object, name: string): boolean {
    return this.parked.some((task) => task.owner === owner && task.name === name);
  }

  /** Starts `work` and runs it until it parks or ends. `work` must not throw. */
  async start(owner: object, name: string, work: () => Promise<void>): Promise<void> {
    const task: Task = { owner, name, at: '', go: () => undefined };
    await this.turn(task, () => void work().then(() => this.turnOver()));
  }

  /** Parks the running task; resolves with what the network does to it. */
  park(at: string): Promise<Faulty> {
    const task = this.current;
    if (!task) throw new Error(`Nothing runs that could wait for ${at}`);
    return new Promise((resolve) => {
      task.at = at;
      task.go = resolve;
      this.parked.push(task);
      this.turnOver();
    });
  }

  /** Resumes one of the parked tasks. */
  async resume(number: number, fault: Faulty): Promise<void> {
    const [task] = this.parked.splice(number % this.parked.length, 1);
    if (task) await this.turn(task, () => task.go(fault));
  }

  /** Resumes the first parked task that is not `slow`'s. False when there is none. */
  async resumeNext(fault: Faulty, slow?: object): Promise<boolean> {
    const place = this.parked.findIndex((task) => task.owner !== slow);
    if (place < 0) return false;
    await this.resume(place, fault);
    return true;
  }

  /** Drops the tasks of a process that ends; they are never resumed. Returns where they were parked. */
  kill(owner: object): readonly string[] {
    const killed = this.parked.filter((task) => task.owner === owner);
    this.parked = this.parked.filter((task) => task.owner !== owner);
    return killed.map(({ name, at }) => `${name} at ${at}`);
  }

  private async turn(task: Task, go: () => void): Promise<void> {
    const turn = new Promise<void>((over) => (this.turnOver = over));
    this.current = task;
    go();
    await turn;
    this.current = undefined;
  }
}
