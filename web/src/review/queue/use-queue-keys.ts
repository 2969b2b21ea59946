import { useEffect, type RefObject } from 'react';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** j and k move the focus down and up the rows of a list; Enter opens one natively. Off while the user types. */
export function useQueueKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('a.cover') ?? [])];
      const at = links.findIndex((link) => link === document.activeElement);
      const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
      links[next]?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [list]);
}

/** Calls back when one key is pressed alone; off while the user types, in a dialog, and without something to do. */
export function usePlainKey(key: string, act: (() => void) | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (event.key === key && isPlain && !isTyping(event.target) && !isInDialog(event.target)) act?.();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  });
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select');
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog]') !== null;
