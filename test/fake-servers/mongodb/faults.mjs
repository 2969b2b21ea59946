// Faults that a test turns on through the control port, and the commands received so far.
import { createServer } from 'node:http';

const FAULTS = ['silent', 'close', 'close-after-storing', 'die-after-storing', 'slow', 'late', 'refuse'];
const SEEN_LIMIT = 20_000;
const BODY_LIMIT_CHARACTERS = 10_000;

/** A fault applies to all commands, to one command, or to one on collections with a name prefix. */
export class Faults {
  #faults = [];
  #seen = [];

  /** The fault that applies to this command, if any; `times` counts down. */
  next(word, collection) {
    const place = this.#faults.findIndex(
      (fault) =>
        (fault.command === undefined || fault.command === word) &&
        (fault.collection === undefined || String(collection).startsWith(fault.collection)),
    );
    const fault = this.#faults[place];
    if (!fault) return null;
    if (fault.times !== undefined && --fault.times <= 0) this.#faults.splice(place, 1);
    return fault;
  }

  saw(command) {
    const [word] = Object.keys(command);
    const { readConcern, writeConcern, maxTimeMS, $db } = command;
    const statements = command.documents ?? command.updates ?? command.deletes ?? [];
    this.#seen.push({
      word,
      collection: command[word],
      database: $db,
      readConcern,
      writeConcern,
      maxTimeMS,
      statements: statements.length,
    });
    if (this.#seen.length > SEEN_LIMIT) this.#seen.shift();
  }

  /** POST /faults adds one, DELETE /faults clears all; GET /seen lists commands, DELETE /seen clears them. */
  async control(request, response) {
    const asked = `${request.method} ${request.url}`;
    if (asked === 'POST /faults') this.#add(JSON.parse(await bodyOf(request)));
    else if (asked === 'DELETE /faults') this.#faults = [];
    else if (asked === 'DELETE /seen') this.#seen = [];
    else if (asked !== 'GET /seen') throw new Error(`nothing is at ${asked}`);
    response.end(JSON.stringify(asked === 'GET /seen' ? this.#seen : {}));
  }

  #add(fault) {
    if (!FAULTS.includes(fault.kind)) throw new Error(`${fault.kind} is no fault`);
    this.#faults.push(fault);
  }
}

export function controlServer(faults) {
  return createServer((request, response) => {
    faults.control(request, response).catch((error) => {
      response.statusCode = 400;
      response.end(String(error));
    });
  });
}

async function bodyOf(request) {
  let body = '';
  for await (const part of request) {
    body += part;
    if (body.length > BODY_LIMIT_CHARACTERS) throw new Error('too long');
  }
  return body;
}
