import { createPolymorphicComponent, SimpleGrid, type SimpleGridProps } from '@mantine/core';

/** A grid that is a list of its parts, or with `component` another element. */
export const ListGrid = createPolymorphicComponent<'ul', SimpleGridProps>(SimpleGrid);
