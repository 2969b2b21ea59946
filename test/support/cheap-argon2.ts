import { hash as fullHash, verify } from '../../node_modules/@node-rs/argon2/index.js';

/** Of argon2 in the specs of the API: the least it takes, for hundreds of passwords of which none is worth a guess. */
const CHEAP = { memoryCost: 8, timeCost: 1 };

/** Stands in for `@node-rs/argon2` (jest.config.mjs); the built server, in the product suites, hashes at its full cost. */
export const hash = (password: string): Promise<string> => fullHash(password, CHEAP);
export { verify };
