import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Group, SimpleGrid, Stack } from '@mantine/core';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Muted } from '../../ui/parts/text';
import { referenceError, type TypedReason } from '../reveal/access-reason';
import { ReasonFields } from '../reveal/reason-fields';

/** Asks for the reason before anything is read. */
export function ReasonCard({ onReason }: { readonly onReason: (reason: TypedReason) => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<TypedReason>({ kind: 'support', reference: '' });
  const [error, setError] = useState<string | null>(null);
  const reference = useRef<HTMLInputElement>(null);
  return (
    <Card title={t('replay.why')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = referenceError(reason);
          setError(wrong);
          if (wrong === null) onReason(reason);
          else reference.current?.focus();
        }}
      >
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
            <ReasonFields
              value={reason}
              error={error === null ? undefined : t(error)}
              referenceRef={reference}
              onChange={(changed) => {
                setReason(changed);
                setError(null);
              }}
            />
          </SimpleGrid>
          <Muted>{t('replay.recorded')}</Muted>
          <Group>
            <Button type="submit" tone="primary" size="sm">
              {t('replay.open')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
