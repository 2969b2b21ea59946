import '@testing-library/jest-dom';
import { format } from 'node:util';
import { configure, prettyDOM } from '@testing-library/react';
import { FakeEventSource } from './web/fake-event-source.js';

/** Printing the document takes longer than a query, and most misses are looked for again: only a failed test prints it. */
function elementError(message: string | null, container: Element): Error {
  const error = Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  // Jest then shows the caller's line instead of this one.
  Error.captureStackTrace(error, elementError);
  return Object.defineProperty(error, 'printed', { value: () => prettyDOM(container) });
}

configure({
  // A screen may be slow on a busy machine; no test depends on its speed.
  asyncUtilTimeout: 20_000,
  getElementError: elementError,
  // As in a browser: what an event leads to may wait for code or texts, which `act` would not allow.
  eventWrapper: (dispatch) => dispatch() as unknown,
});

// Responses arrive while a test does something else, so their updates cannot be inside `act`.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

const printed: string[] = [];
const { error: print } = console;
Object.assign(console, {
  error: (...parts: unknown[]) => {
    printed.push(format(...parts));
    print(...parts);
  },
});
afterEach(() => {
  // A complaint of React, a library or jsdom is a mistake of ours.
  expect(printed.splice(0)).toEqual([]);
});

/** Replacements for what needs a layout, which jsdom lacks: nothing intersects, resizes or matches unless a test says so. */
class SilentObserver {
  observe(): void {
    return;
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    return;
  }
}

interface Question {
  readonly id: number;
  readonly password: string | null;
}

/** Replaces the worker that rates passwords: long ones are hard to guess. */
class LengthJudge {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;

  postMessage({ id, password }: Question): void {
    const verdict = password === null ? null : password.length > 12 ? 'hard' : 'weak';
    queueMicrotask(() => this.onmessage?.({ data: { id, verdict } }));
  }
}

Object.assign(globalThis, {
  ResizeObserver: SilentObserver,
  IntersectionObserver: SilentObserver,
  Worker: LengthJudge,
  EventSource: FakeEventSource,
});

Object.assign(Element.prototype, { scrollIntoView: () => undefined });

Object.assign(window, {
  matchMedia: (query: string) => Object.assign(new EventTarget(), { matches: false, media: query }),
  scrollTo: () => undefined,
});
