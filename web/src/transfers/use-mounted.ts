import { useEffect, useRef, type RefObject } from 'react';

/** False once the screen is unmounted: a late response must not navigate. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
