import { json, type SimulatorReply, type SimulatorRequest, type SimulatorRoute } from './simulator-server.js';

/** Requires a JSON body, which blocks other sites: browsers send it cross-origin only after a preflight request. */
export function jsonOnly(
  answer: (request: SimulatorRequest, body: unknown) => SimulatorReply | Promise<SimulatorReply>,
): SimulatorRoute['answer'] {
  return (request) => {
    if (!String(request.headers['content-type']).startsWith('application/json')) {
      return json(415, { error: 'Only application/json' });
    }
    const body = readJson(request.body === '' ? '{}' : request.body);
    return body === undefined ? json(400, { error: 'The body is not JSON' }) : answer(request, body);
  };
}

/** The body as JSON, or undefined when it is not JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
