import { Component, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Loading } from '../ui/loading';

/**
 * Where a frame shows its screen: while the screen's code is on its way a word, and when it could not be fetched or
 * failed a sentence and a way out, not a blank page.
 */
export function ScreenPlace() {
  const { pathname } = useLocation();
  return (
    <Boundary pathname={pathname}>
      <Suspense
        fallback={
          <div className="screen-waiting after-200ms">
            <Loading />
          </div>
        }
      >
        <Outlet />
      </Suspense>
    </Boundary>
  );
}

interface BoundaryProps {
  readonly pathname: string;
  readonly children: ReactNode;
}

// React offers this to classes only.
class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: BoundaryProps) {
    // Another address is another chance.
    if (this.state.failed && before.pathname !== this.props.pathname) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <FailedScreen /> : this.props.children;
  }
}

function FailedScreen() {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={t('common.screenFailed')}
        text={t('common.screenFailedText')}
        action={
          <Button
            size="sm"
            onClick={() => {
              window.location.reload();
            }}
          >
            {t('common.reload')}
          </Button>
        }
      />
    </div>
  );
}
