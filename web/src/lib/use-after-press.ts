import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs work immediately, or after the current press. When a field loses focus to a pressed button, that button must
 * not move: the release would miss it, and the click would be lost.
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
