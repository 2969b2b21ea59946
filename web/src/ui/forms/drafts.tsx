import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/** Which text: what it is about, such as an id, and what it is for. */
export interface DraftName {
  readonly subject: string;
  readonly use: string;
  /** Of its field, in the reader's language. */
  readonly label: string;
}

/** A text that was typed and neither sent nor discarded. */
interface Draft extends DraftName {
  readonly text: string;
  /** The page on which it was typed. */
  readonly place: string;
}

class DraftStore {
  /** Replaced with every change. */
  private drafts: readonly Draft[] = [];
  private readonly listeners = new Set<() => void>();
  /** How many components have the field of a draft. */
  private readonly fields = new Map<string, number>();

  readonly all = (): readonly Draft[] => this.drafts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  textOf(name: DraftName): string {
    return this.drafts.find((draft) => keyOf(draft) === keyOf(name))?.text ?? '';
  }

  put(draft: Draft): void {
    const others = this.drafts.filter((other) => keyOf(other) !== keyOf(draft));
    this.change(draft.text === '' ? others : [...others, draft]);
  }

  /** Registers a field; the returned function removes it. */
  readonly showField = (key: string): (() => void) => {
    this.fields.set(key, (this.fields.get(key) ?? 0) + 1);
    this.change([...this.drafts]);
    return () => {
      this.fields.set(key, (this.fields.get(key) ?? 1) - 1);
      this.change([...this.drafts]);
    };
  };

  hasField(draft: DraftName): boolean {
    return (this.fields.get(keyOf(draft)) ?? 0) > 0;
  }

  private change(drafts: readonly Draft[]): void {
    this.drafts = drafts;
    for (const listener of this.listeners) listener();
  }
}

const keyOf = ({ subject, use }: DraftName): string => `${subject} ${use}`;

const DraftContext = createContext<DraftStore | null>(null);

/** Keeps what is typed below it: a field that comes back has its text again, and `useKeptDrafts` has the texts of those that do not. */
export function Drafts({ children }: { readonly children: ReactNode }) {
  const [store] = useState(() => new DraftStore());
  return <DraftContext value={store}>{children}</DraftContext>;
}

/** Without one around it, a draft lives as long as its component. */
function useDraftStore(): DraftStore {
  const [own] = useState(() => new DraftStore());
  return useContext(DraftContext) ?? own;
}

/** A text that outlives its field, which live data may replace at any time; '' is none. */
export function useDraft(name: DraftName) {
  const store = useDraftStore();
  const { pathname: place } = useLocation();
  const key = keyOf(name);
  useEffect(() => store.showField(key), [store, key]);
  const text = useSyncExternalStore(store.subscribe, () => store.textOf(name));
  const set = (changed: string) => {
    store.put({ ...name, text: changed, place });
  };
  return { text, set };
}

/** The drafts of this page without a field on it now, and a function that discards one. */
export function useKeptDrafts() {
  const store = useDraftStore();
  const { pathname } = useLocation();
  const drafts = useSyncExternalStore(store.subscribe, store.all);
  const kept = drafts.filter((draft) => draft.place === pathname && !store.hasField(draft));
  const discard = (draft: DraftName) => {
    store.put({ ...draft, text: '', place: pathname });
  };
  return { kept, discard };
}
