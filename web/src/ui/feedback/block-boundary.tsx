import { Component, type ReactNode } from 'react';
import { Card } from '../parts/card';
import { NotShown } from './not-shown';

interface BlockBoundaryProps {
  readonly title: string;
  /** The name of the missing part. */
  readonly text: string;
  readonly children: ReactNode;
}

/** Keeps the rest of a screen when one block's code could not be fetched. React offers this to classes only. */
export class BlockBoundary extends Component<BlockBoundaryProps, { readonly failure: unknown }> {
  override state: { readonly failure: unknown } = { failure: null };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override render() {
    const { title, text, children } = this.props;
    if (this.state.failure === null) return children;
    return (
      <Card title={title}>
        <NotShown title={text} error={this.state.failure} />
      </Card>
    );
  }
}
