import { useEffect, useRef, useSyncExternalStore } from 'react';
import { storageKeys } from '../../lib/api/keys';
import { storage } from '../../lib/storage';

/** A key that does something on a page while nothing is typed. */
export interface Key {
  /** As `KeyboardEvent.key` names it, so that it is where the reader's keyboard has it. */
  readonly key: string;
  /** What it does, in the reader's language. */
  readonly text: string;
  /** Shorter, for the line below a page; neighbors with the same one share it. Without it the key is in the list alone. */
  readonly short?: string;
  /** Does it. Without it the browser does so by itself, as Enter on a link, and the key is only listed. */
  readonly act?: () => void;
  /** Held down it acts again and again, as when moving. */
  readonly repeats?: boolean;
  /** Acts while something is typed. */
  readonly whileTyping?: boolean;
}

/** Keys of one part of a page, which both handle and list them. */
export interface KeyTable {
  /** Tables of the same title are listed as one. */
  readonly title: string;
  readonly keys: readonly Key[];
}

/** What is on the page now, in the order in which it came. */
const tables = new Set<{ readonly current: KeyTable }>();
const readers = new Set<() => void>();
let listed: readonly KeyTable[] = [];

/**
 * Handles and lists the keys of a part of a page while it is there; one that has nothing to do now is skipped. Nothing happens
 * while something is typed, with Ctrl, Alt or Meta, or behind a dialog.
 */
export function useKeys(title: string, keys: readonly Key[]): void {
  const table = useRef<KeyTable>({ title, keys });
  useEffect(() => {
    table.current = { title, keys };
  });
  useEffect(() => {
    tables.add(table);
    if (tables.size === 1) document.addEventListener('keydown', onKeyDown);
    return () => {
      tables.delete(table);
      if (tables.size === 0) document.removeEventListener('keydown', onKeyDown);
      tellReaders();
    };
  }, []);
  const shown = JSON.stringify([title, ...keys.map(({ key, text, short }) => [key, text, short])]);
  useEffect(tellReaders, [shown]);
}

/** All tables of the page, those of the same title as one. */
export function useKeyTables(): readonly KeyTable[] {
  return useSyncExternalStore(subscribe, () => listed);
}

/** Whether single keys act on this device: people who use speech input, or press keys by accident, turn them off. */
export function useKeysAreOn() {
  const isOn = useSyncExternalStore(subscribe, keysAreOn);
  const turn = (on: boolean) => {
    if (on) storage('local').remove(storageKeys.keysOff);
    else storage('local').set(storageKeys.keysOff, 'off');
    tellReaders();
  };
  return { isOn, turn };
}

const keysAreOn = (): boolean => storage('local').get(storageKeys.keysOff) === null;

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
}

function tellReaders(): void {
  const all = [...tables].map(({ current }) => current).filter(({ keys }) => keys.length > 0);
  listed = [...new Set(all.map(({ title }) => title))].map((title) => ({
    title,
    keys: all.flatMap((table) => (table.title === title ? table.keys : [])),
  }));
  for (const reader of readers) reader();
}

function onKeyDown(event: KeyboardEvent): void {
  if (!isPlain(event) || isDialogOpen() || !keysAreOn()) return;
  const keys = [...tables].flatMap(({ current }) => current.keys);
  const pressed = keys.find(({ key, act }) => key === event.key && act !== undefined);
  if (!pressed || !mayAct(pressed, event)) return;
  // A field that gets the focus does not get the letter.
  event.preventDefault();
  pressed.act?.();
}

/** Nothing else has handled it, and no other key is held; Shift is, where a keyboard has `?` or `/` there. */
const isPlain = ({ defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !defaultPrevented && !ctrlKey && !metaKey && !altKey;

function mayAct(
  { key, repeats = false, whileTyping = false }: Key,
  { target, repeat }: KeyboardEvent,
): boolean {
  if (repeat && !repeats) return false;
  if (!(target instanceof HTMLElement)) return true;
  if (target.matches('input:not([type=radio], [type=checkbox]), textarea, select')) return whileTyping;
  // Enter belongs to the link or button that has the focus.
  return key !== 'Enter' || target.matches('body, h1, main');
}

const isDialogOpen = (): boolean => document.querySelector('[role=dialog][aria-modal=true]') !== null;
