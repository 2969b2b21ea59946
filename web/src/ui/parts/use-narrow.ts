import { useMediaQuery } from '@mantine/hooks';

/** Whether the navigation is at the bottom, as on a phone (tokens.css): for what is not shown there, not for styling. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
}
