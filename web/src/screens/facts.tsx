import './landing.css';
import '@mantine/core/styles/SimpleGrid.layer.css';
import type { ReactNode } from 'react';
import { SimpleGrid } from '@mantine/core';
import { Icon, type IconName } from '../ui/icon';

/** Facts in two columns, on a phone in one. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <SimpleGrid className="facts" cols={{ base: 1, sm: 2 }} spacing={48} verticalSpacing={0} mt={24}>
      {children}
    </SimpleGrid>
  );
}

interface FactProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
}

/** One fact: icon, name and value. */
export function Fact({ icon, title, children }: FactProps) {
  return (
    <div>
      <span className="tile">
        <Icon name={icon} />
      </span>
      <div className="stack-4">
        <h3>{title}</h3>
        <div className="stack-4 muted">{children}</div>
      </div>
    </div>
  );
}
