import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Box } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { SharedTransferView } from '../../receipts/shared-transfer-view';
import { useNoIndex, useShared } from '../../receipts/use-receipts';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { PageHeading } from '../../ui/parts/page-heading';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';

/** The recipient's page, for anyone with the link. */
export function SharedScreen() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const { data, error, mutate } = useShared(token);
  useNoIndex();
  const isOver = error instanceof ApiError && error.status === 404;
  // A link that was turned off while its page is open shows nothing anymore.
  if (data && !isOver) return <SharedTransferView transfer={data} />;
  return (
    <Box className="wrap stack-24" maw={520} py="xl">
      <PageHeading title={t('shared.page')} className="visually-hidden">
        {t('shared.page')}
      </PageHeading>
      <Card busy={error === undefined}>
        {isOver ? (
          <EmptyState quiet icon="clock" title={t('shared.over')} text={t('shared.overText')} />
        ) : error === undefined ? (
          <Skeleton>
            <Bone width="100%" height={320} />
          </Skeleton>
        ) : (
          <ErrorBlock title={t('shared.failed')} error={error} onRetry={() => void mutate()} />
        )}
      </Card>
    </Box>
  );
}
