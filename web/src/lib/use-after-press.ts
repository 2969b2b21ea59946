import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs work at once, or after the press that is under way. Leaving a field by pressing a button must not move that
 * button: between press and release it would no longer be under the finger, and the click would be lost.
 */
export function useAfterPress(): (work: () => void) => void {
  const pressed = useRef(false);
  useEffect(() => {
    const onDown = () => {
      pressed.current = true;
    };
    const onUp = () => {
      pressed.current = false;
    };
    document.addEventListener('pointerdown', onDown, true);
    document.addEventListener('pointerup', onUp, true);
    document.addEventListener('pointercancel', onUp, true);
    return () => {
      document.removeEventListener('pointerdown', onDown, true);
      document.removeEventListener('pointerup', onUp, true);
      document.removeEventListener('pointercancel', onUp, true);
    };
  }, []);
  return useCallback((work: () => void) => {
    if (!pressed.current) {
      work();
      return;
    }
    // The click follows the release within the same task.
    const onRelease = () => setTimeout(work);
    document.addEventListener('pointerup', onRelease, { once: true });
  }, []);
}
