import { z } from 'zod';
import type { Simulator } from '../../../simulator/index.js';
import type { frameFieldsOf } from './demo-cards.js';

/** Not possible from the current state: an interrupted start did it. */
const DONE_ALREADY = 409;
const tokenSchema = z.object({ token: z.string() });

/** The banks, platforms and the identity provider of the story, which the simulator plays. */
export class StorySimulator {
  constructor(private readonly simulator: Pick<Simulator, 'httpUrl'>) {}

  /** Types a card into the processor's frame; returns its token. */
  async enterCard(fields: ReturnType<typeof frameFieldsOf>): Promise<string> {
    return tokenSchema.parse(await this.post('card-frame/tokens', fields)).token;
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.call(path) as Promise<Answer>;
  }

  /** A step on a simulated page. */
  post(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    return this.call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  private async call(path: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(new URL(path, this.simulator.httpUrl), init);
    if (!response.ok && response.status !== DONE_ALREADY)
      throw new Error(`The simulator answered ${response.status} to ${path}: ${await response.text()}`);
    return response.json();
  }
}
