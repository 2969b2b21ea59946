/** A file of code that could not be fetched: offline, a server that restarts, or a newer version with other files. */
export class CodeNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A file of code could not be fetched', { cause });
    this.name = 'CodeNotLoaded';
  }
}

/** Loads a file of code. @throws CodeNotLoaded */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new CodeNotLoaded(cause);
  }
}
