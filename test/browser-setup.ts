import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { FakeEventSource } from './web/fake-event-source.js';

// On a busy machine a screen may take its time; how long proves nothing.
configure({ asyncUtilTimeout: 20_000 });

/** What jsdom has no layout for: nothing intersects, resizes or matches unless a test says so. */
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

/** Stands in for the worker that judges passwords: long ones are hard to guess. */
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
