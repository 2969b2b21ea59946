import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { SharedTransferView } from '../../receipts/shared-transfer-view';
import { useCheckedCode, useNoIndex } from '../../receipts/use-receipts';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Notice } from '../../ui/feedback/notice';
import { PageHeading } from '../../ui/parts/page-heading';
import { TextField } from '../../ui/forms/text-field';

/** Looks up the verification code of a receipt, for anyone. */
export function ReceiptCheckScreen() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const { data, error, isLoading, mutate } = useCheckedCode(code);
  useNoIndex();
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (data)
    return (
      <>
        <SharedTransferView transfer={data} />
        <Box pb="xl" ta="center">
          <Button
            onClick={() => {
              setTyped('');
              setCode(null);
            }}
          >
            {t('receipt.check.another')}
          </Button>
        </Box>
      </>
    );
  return (
    <Stack className="wrap" maw={520} py="xl" gap="lg">
      <PageHeading title={t('receipt.check.title')}>{t('receipt.check.title')}</PageHeading>
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setCode(typed.trim() || null);
          }}
        >
          <Stack gap="lg">
            <TextField
              label={t('receipt.code')}
              description={t('receipt.check.hint')}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
              }}
              autoComplete="off"
              maxLength={40}
            />
            {isUnknown && (
              <Notice tone="danger" icon="alert" role="alert">
                {t('receipt.check.unknown')}
              </Notice>
            )}
            {error !== undefined && !isUnknown && (
              <ErrorBlock title={t('receipt.check.failed')} error={error} onRetry={() => void mutate()} />
            )}
            <Button tone="primary" block type="submit" busy={isLoading}>
              {t('receipt.check.send')}
            </Button>
          </Stack>
        </form>
      </Card>
    </Stack>
  );
}
