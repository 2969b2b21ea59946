import { Text } from '@mantine/core';

/** Text next to more important text: 14 px in the second color. */
export const Muted = Text.withProps({ c: 'dimmed', fz: 'sm' });
/** A remark, 12 px in the second color. */
export const Fine = Text.withProps({ c: 'dimmed', fz: 'xs' });
