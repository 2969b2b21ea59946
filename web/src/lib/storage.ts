/**
 * The browser's storage of all its tabs (`local`) or of this tab (`session`). Where there is none, as in some apps' built-in
 * browsers or where site data are blocked, or it is full, the page keeps the value itself until it is left: no caller fails.
 */
class PageStorage {
  /** Keys that the browser does not store. */
  private readonly kept = new Map<string, string>();

  constructor(private readonly kind: 'local' | 'session') {}

  get(name: string): string | null {
    return this.kept.get(name) ?? this.orElse((browser) => browser.getItem(name), null);
  }

  set(name: string, value: string): void {
    this.kept.set(name, value);
    this.orElse((browser) => {
      browser.setItem(name, value);
      this.kept.delete(name);
    }, undefined);
  }

  remove(name: string): void {
    this.kept.delete(name);
    this.orElse((browser) => {
      browser.removeItem(name);
    }, undefined);
  }

  /** The names that begin like this, those kept by the page last. */
  names(prefix: string): readonly string[] {
    const stored = this.orElse((browser) => Object.keys(browser), []);
    return [...stored, ...this.kept.keys()].filter((name) => name.startsWith(prefix));
  }

  /** Writes a value that no earlier one equals: other tabs hear of it, and clocks that were put back do not matter. */
  mark(name: string): void {
    this.set(name, crypto.getRandomValues(new Uint32Array(2)).join('-'));
  }

  /** Access alone throws where site data are blocked; the global is null in some built-in browsers. */
  private orElse<Result>(access: (browser: Storage) => Result, without: Result): Result {
    try {
      return access(this.kind === 'local' ? window.localStorage : window.sessionStorage);
    } catch {
      return without;
    }
  }
}

const storages = { local: new PageStorage('local'), session: new PageStorage('session') };

/** The only access to the browser's storage; the linter refuses any other. */
export function storage(kind: 'local' | 'session'): PageStorage {
  return storages[kind];
}
