import { hash as fullHash, verify } from '../../node_modules/@node-rs/argon2/index.js';

/** The minimum cost of argon2, for the API specs: they hash hundreds of passwords that protect nothing. */
const CHEAP = { memoryCost: 8, timeCost: 1 };

/** Replaces `@node-rs/argon2` (jest.config.mjs); the built server in the product suites hashes at full cost. */
export const hash = (password: string): Promise<string> => fullHash(password, CHEAP);
export { verify };
