// The live messages of one sender, with the times at which they arrived.
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

export class LiveMessages {
  messages = [];
  #wake = () => {};

  /** Resolves when the stream has started. */
  static async open(url, cookie) {
    const live = new LiveMessages();
    live.closing = new AbortController();
    const answer = await fetch(`${url}/api/events`, { headers: { cookie }, signal: live.closing.signal });
    live.reading = live.#read(answer.body).catch(() => undefined);
    await live.next(0);
    return live;
  }

  /** The message at an index, once it has arrived. */
  async next(place) {
    while (this.messages.length <= place) await new Promise((resolve) => (this.#wake = resolve));
    return this.messages[place];
  }

  async close() {
    this.closing.abort();
    await this.reading;
  }

  async #read(body) {
    let token = '';
    for await (const line of createInterface({ input: Readable.fromWeb(body) })) {
      if (line.startsWith('id: ')) token = line.slice(4);
      if (!line.startsWith('data: ')) continue;
      this.messages.push({ ...JSON.parse(line.slice(6)), token, arrivedAtMs: Date.now() });
      this.#wake();
    }
  }
}
