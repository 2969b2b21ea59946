/** Header that carries tokens in both directions, between commas. */
export const POSITION_HEADER = 'x-flip-position';
/** Most tokens of a kind: the server takes sixteen in all. */
const TOKENS_LIMIT = 8;

/** Of commands whose responses no later command has returned: more than one only after commands at the same time. */
let ofCommands: readonly string[] = [];
/** Of live messages, the newest last. A message covers those before it, so the newest suffice. */
let ofMessages: readonly string[] = [];

/** What this page has been told, for the server: its responses are never older (architecture §5). Nobody can compare tokens. */
export function heldTokens(): readonly string[] {
  return [...ofCommands, ...ofMessages];
}

/** The token of a command's response covers those that were sent with the command. */
export function replaceTokens(sent: readonly string[], token: string): void {
  const isLeft = (held: string) => !sent.includes(held);
  ofCommands = [...ofCommands.filter(isLeft), token].slice(-TOKENS_LIMIT);
  ofMessages = ofMessages.filter(isLeft);
}

/** Responses from now on show everything up to a live change with this token. */
export function addMessageToken(token: string): void {
  ofMessages = [...ofMessages, token].slice(-TOKENS_LIMIT);
}
