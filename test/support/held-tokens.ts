/** Most that the server takes. */
const TOKENS_LIMIT = 16;
const HEADER = 'x-flip-position';

/** The tokens that a client has received in `x-flip-position` and returns with each call, like the web client. */
export class HeldTokens {
  private held: readonly string[] = [];

  /** The header of a request, and how its response replaces the tokens in it. */
  forCall(): { readonly header: Record<string, string>; readonly take: (token: unknown) => void } {
    const sent = this.held;
    return {
      header: sent.length === 0 ? {} : { [HEADER]: sent.join(',') },
      take: (token) => {
        if (typeof token !== 'string') return;
        this.held = [...this.held.filter((held) => !sent.includes(held)), token].slice(-TOKENS_LIMIT);
      },
    };
  }
}
