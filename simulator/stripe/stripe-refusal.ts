import { cardError } from './stripe-resources.js';

/** An error of the API: its status and the object under `error`. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: object,
  ) {
    super('Refused by the simulated card processor');
  }
}

/** Throws the error of an invalid request, or of a card with this decline code. */
export function refuse(
  status: number,
  reason: string | { code?: string; param?: string; message: string },
): never {
  const error = typeof reason === 'string' ? cardError(reason) : { type: 'invalid_request_error', ...reason };
  throw new StripeRefusal(status, error);
}

/** The entry with this id. @throws StripeRefusal when there is none, naming the parameter */
export function found<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  id: string,
  { name, param }: { readonly name: string; readonly param: string },
): Entry {
  const entry = entries.find((each) => each.id === id);
  return entry ?? refuse(404, { code: 'resource_missing', param, message: `No such ${name}: '${id}'` });
}
