/** Header that carries tokens in both directions, between commas. */
export const POSITION_HEADER = 'x-flip-position';
/** Most tokens of a kind: the server takes sixteen in all. */
const TOKENS_LIMIT = 8;

/** Of commands with responses that no later command has returned: more than one only after concurrent commands. */
let ofCommands: readonly string[] = [];
/** Of live messages, the newest last. A message covers those before it, so the newest suffice. */
let ofMessages: readonly string[] = [];
/** Everything that this session reads is at least as new. */
let first: string | null = null;

/** The positions that this page knows, for the server: its responses are never older (architecture §5). Tokens cannot be compared. */
export function heldTokens(): readonly string[] {
  return [...ofCommands, ...ofMessages];
}

/** The token with which the session's first reads were asked for: changes that they may not show came after it. */
export function firstToken(): string | null {
  return first;
}

/** What was read before belongs to another user, or to none. */
export function beginReading(): void {
  first = ofCommands.at(-1) ?? null;
}

/** The token of a response, of a command or of the first read, covers those that were sent with its request. */
export function replaceTokens(sent: readonly string[], token: string): void {
  const isLeft = (held: string) => !sent.includes(held);
  ofCommands = [...ofCommands.filter(isLeft), token].slice(-TOKENS_LIMIT);
  ofMessages = ofMessages.filter(isLeft);
  first ??= token;
}

/** Responses from now on show everything up to a live change with this token. */
export function addMessageToken(token: string): void {
  ofMessages = [...ofMessages, token].slice(-TOKENS_LIMIT);
}
