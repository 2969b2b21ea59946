/** A store cannot be reached or queried in time; nothing was stored or read. The HTTP response is 503 with Retry-After. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
