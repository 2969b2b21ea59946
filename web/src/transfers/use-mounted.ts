import { useEffect, useRef, type RefObject } from 'react';

/** False once the screen is gone: what arrives later must not move the sender. */
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
