import { useEffect } from 'react';
import { isTyping } from '../../review/queue/use-queue-keys';

/** What single keys do on the page of a replay; off while the user types or holds another key. */
export function useReplayKeys(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      act?.();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [actions]);
}
