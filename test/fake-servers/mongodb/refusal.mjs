/** An error response of the server. */
export class Refusal extends Error {
  constructor(code, codeName, message) {
    super(message);
    this.code = code;
    this.codeName = codeName;
  }
}

/** Operators that the adapters do not use are refused, so that no test depends on a guess about them. */
export const unknownWord = (word) => new Refusal(9, 'FailedToParse', `the fake server does not know ${word}`);
