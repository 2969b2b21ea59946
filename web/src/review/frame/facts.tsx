import type { SimpleGridProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Fine } from '../../ui/parts/text';
import { ListGrid } from './list-grid';

/** Facts side by side. */
export function Facts(props: Pick<SimpleGridProps, 'cols' | 'className' | 'children'>) {
  return <ListGrid component="dl" spacing="md" verticalSpacing="xs" fz="sm" {...props} />;
}

/** A fact below its name. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Fine component="dt">{name}</Fine>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
