import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { Card } from './card';
import { EmptyState } from './empty-state';

interface BlockBoundaryProps {
  readonly title: string;
  /** What is missing. */
  readonly text: string;
  readonly children: ReactNode;
}

/** Keeps the rest of a screen when one block's code could not be fetched. React offers this to classes only. */
export class BlockBoundary extends Component<BlockBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { title, text, children } = this.props;
    return this.state.failed ? <FailedBlock title={title} text={text} /> : children;
  }
}

function FailedBlock({ title, text }: Pick<BlockBoundaryProps, 'title' | 'text'>) {
  const { t } = useTranslation();
  return (
    <Card title={title}>
      <div role="alert">
        <EmptyState
          icon="alert"
          title={text}
          text={t('common.screenFailedText')}
          action={
            // The browser does not request a failed chunk again on the same page.
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
    </Card>
  );
}
