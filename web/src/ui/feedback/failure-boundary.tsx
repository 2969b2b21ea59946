import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  /** What is shown again when this changes: another address. */
  readonly at?: unknown;
  /** What is shown instead of what failed. */
  readonly instead: (failure: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failed: { readonly failure: unknown } | null;
  readonly at: unknown;
}

/** Keeps what is around its children when they fail. React offers this to classes only. */
export class FailureBoundary extends Component<FailureBoundaryProps, State> {
  override state: State = { failed: null, at: this.props.at };

  static getDerivedStateFromError(failure: unknown) {
    return { failed: { failure } };
  }

  static getDerivedStateFromProps({ at }: FailureBoundaryProps, state: State) {
    return at === state.at ? null : { failed: null, at };
  }

  override render() {
    const { failed } = this.state;
    return failed ? this.props.instead(failed.failure) : this.props.children;
  }
}
