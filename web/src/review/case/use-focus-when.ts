import { useEffect, useRef, type RefObject } from 'react';

/** The place that takes the focus once `isWanted`: of a part that is there instead of the one that had it. */
export function useFocusWhen(isWanted: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What has the focus elsewhere keeps it.
    if (isWanted && document.activeElement === document.body) place.current?.focus();
  }, [isWanted]);
  return place;
}
