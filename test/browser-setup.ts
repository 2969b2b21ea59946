import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

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

Object.assign(globalThis, { ResizeObserver: SilentObserver, IntersectionObserver: SilentObserver });

Object.assign(window, {
  matchMedia: (query: string) => Object.assign(new EventTarget(), { matches: false, media: query }),
  scrollTo: () => undefined,
});

// jsdom knows <dialog> but not its methods.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  },
});
