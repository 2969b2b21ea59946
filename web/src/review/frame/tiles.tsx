import { Box, Text, type BoxProps, type SimpleGridProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Fine } from '../../ui/parts/text';
import { ListGrid } from './list-grid';

interface TilesProps extends Pick<SimpleGridProps, 'cols' | 'className' | 'children' | 'aria-label'> {
  readonly component: 'dl' | 'ul';
}

/** Figures side by side, with a line between them. */
export function Tiles(props: TilesProps) {
  return <ListGrid spacing={1} verticalSpacing={1} bg="var(--border)" {...props} />;
}

/** The look of a figure's place. */
export const TILE = { px: 'md', py: 'sm', bg: 'var(--surface)' } as const satisfies BoxProps;

interface FigureTileProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly color?: string | undefined;
  /** Below the figure. */
  readonly children: ReactNode;
}

/** A figure with its name and a remark, of a list of pairs. */
export function FigureTile({ name, value, color = 'inherit', children }: FigureTileProps) {
  return (
    <Box {...TILE}>
      <Fine component="dt">{name}</Fine>
      <Text component="dd" fz="lg" fw={600} lh="28px" c={color}>
        {value}
      </Text>
      <Fine component="dd" mih={16}>
        {children}
      </Fine>
    </Box>
  );
}
