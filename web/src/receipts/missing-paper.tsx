import { ApiError } from '../lib/api/api-error';
import { Card } from '../ui/parts/card';
import { EmptyState } from '../ui/feedback/empty-state';
import { ErrorBlock } from '../ui/feedback/error-block';
import { PageHeading } from '../ui/parts/page-heading';
import { Bone, Skeleton } from '../ui/feedback/skeleton';

interface MissingPaperProps {
  /** The name of the document. */
  readonly title: string;
  readonly error: unknown;
  /** Where there is no such document. */
  readonly missing: { readonly title: string; readonly text: string };
  readonly failed: string;
  readonly onRetry: () => void;
}

/** In the place of a document that loads, is not there, or did not load. */
export function MissingPaper({ title, error, missing, failed, onRetry }: MissingPaperProps) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeading title={title} className="visually-hidden">
        {title}
      </PageHeading>
      <Card busy={error === undefined}>
        {isMissing ? (
          <EmptyState quiet icon="document" {...missing} />
        ) : error === undefined ? (
          <Skeleton>
            <Bone width="100%" height={320} />
          </Skeleton>
        ) : (
          <ErrorBlock title={failed} error={error} onRetry={onRetry} />
        )}
      </Card>
    </>
  );
}
