import { useEffect, useRef, useState } from 'react';

const DURATION_MS = 200;

/** Counts from the last number to the new one while it changes; at once where motion is not wanted. */
export function useCountUp(cents: number): number {
  const [shown, setShown] = useState(cents);
  const from = useRef(cents);
  useEffect(() => {
    const start = from.current;
    from.current = cents;
    if (start === cents || !mayMove()) {
      setShown(cents);
      return undefined;
    }
    const startedAtMs = performance.now();
    let frame = requestAnimationFrame(function step(nowMs) {
      const done = Math.min(1, Math.max(0, (nowMs - startedAtMs) / DURATION_MS));
      setShown(Math.round(start + (cents - start) * done));
      if (done < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      setShown(cents);
    };
  }, [cents]);
  return shown;
}

function mayMove(): boolean {
  return (
    document.visibilityState === 'visible' && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}
