import { setImmediate as turn } from 'node:timers/promises';

/** Turns of the event loop after which everything that can continue has done so. */
const TURNS = 20;

/** Lets everything that waits for nothing but promises continue. */
export async function settled(): Promise<void> {
  for (let left = TURNS; left > 0; left -= 1) await turn();
}

/** Calls that stay open until the test answers them, oldest first. */
export class HeldCalls {
  private readonly open: { readonly key: string; readonly end: (fails?: Error) => void }[] = [];
  /** Most calls that were open at the same time. */
  most = 0;

  /** Resolves to `answer()` once the test answers. */
  hold<Answer>(key: string, answer: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.open.push({ key, end: (fails) => (fails ? reject(fails) : resolve(answer())) });
      this.most = Math.max(this.most, this.open.length);
    });
  }

  get keys(): readonly string[] {
    return this.open.map(({ key }) => key);
  }

  /** Ends the oldest calls, and lets what follows from that happen. */
  async end(count = 1, fails?: Error): Promise<void> {
    for (const { end } of this.open.splice(0, count)) end(fails);
    await settled();
  }
}
