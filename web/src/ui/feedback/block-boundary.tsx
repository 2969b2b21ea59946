import type { ReactNode } from 'react';
import { Card } from '../parts/card';
import { FailureBoundary } from './failure-boundary';
import { NotShown } from './not-shown';

interface BlockBoundaryProps {
  readonly title: string;
  /** The name of the missing part. */
  readonly text: string;
  readonly children: ReactNode;
}

/** Keeps the rest of a screen when one block's code could not be fetched. */
export function BlockBoundary({ title, text, children }: BlockBoundaryProps) {
  return (
    <FailureBoundary
      instead={(failure) => (
        <Card title={title}>
          <NotShown title={text} error={failure} />
        </Card>
      )}
    >
      {children}
    </FailureBoundary>
  );
}
