import '../cards.css';
import { lazy, Suspense, useCallback, useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Group, Stack } from '@mantine/core';
import { useConfig } from '../../accounts/use-config';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Icon } from '../../ui/parts/icon';
import { Fine, Muted } from '../../ui/parts/text';
import { Bone } from '../../ui/feedback/skeleton';
import {
  CARD_FIELDS_SLOW_MS,
  type CardEntryHandle,
  type CardFieldsProps,
  enteredCard,
} from './card-entry-handle';
import { SimulatorFields } from './simulator-fields';

const StripeFields = lazy(async () => ({ default: (await import('./stripe-fields')).StripeFields }));

/**
 * Takes a card: the fields belong to the card processor, so that a number never reaches this page. `ref` returns the
 * entered card.
 */
export function CardEntry({ ref }: { readonly ref: Ref<CardEntryHandle> }) {
  const { t } = useTranslation();
  const kind = useConfig()?.cardEntry?.kind;
  const [attempt, setAttempt] = useState(0);
  const [fields, setFields] = useState<CardEntryHandle | 'failed' | null>(null);
  useImperativeHandle(ref, () => ({ submit: () => enteredCard(fields === 'failed' ? null : fields) }), [
    fields,
  ]);
  const onFailed = useCallback(() => {
    setFields('failed');
  }, []);
  const retry = () => {
    setFields(null);
    setAttempt(attempt + 1);
  };
  return (
    <div className="card-entry" role="group" aria-label={t('cards.entry.title')}>
      <Group className="line-below" gap="xs" mih={40} px="md" bg="var(--surface-2)" fz="sm">
        <Icon name="lock" size={16} />
        <b>{t('cards.entry.title')}</b>
        {kind && (
          <Fine span ml="auto">
            {t(`cards.entry.by.${kind}`)}
          </Fine>
        )}
      </Group>
      {fields === 'failed' ? (
        <Failed onRetry={retry} />
      ) : (
        <Box pos="relative" mih={88} aria-busy={fields === null || undefined}>
          {fields === null && <Waiting key={`waiting ${String(attempt)}`} onRetry={retry} />}
          <Fields key={attempt} onReady={setFields} onFailed={onFailed} />
        </Box>
      )}
    </div>
  );
}

function Fields(props: CardFieldsProps) {
  const entry = useConfig()?.cardEntry;
  if (!entry) return null;
  if (entry.kind === 'simulator') return <SimulatorFields origin={entry.frameOrigin ?? ''} {...props} />;
  return (
    <Suspense>
      <StripeFields publishableKey={entry.publishableKey} {...props} />
    </Suspense>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        quiet
        icon="alert"
        title={t('cards.entry.failed')}
        text={t('cards.entry.failedText')}
        action={
          <Button size="sm" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      />
    </div>
  );
}

function Waiting({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSlow(true);
    }, CARD_FIELDS_SLOW_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <Box pos="absolute" inset={0} p="md" bg="var(--surface)">
      <Stack className="after-200ms" gap="md">
        <Group gap="xs" role="status">
          <Muted span>{t(isSlow ? 'cards.entry.slow' : 'cards.entry.loading')}</Muted>
          {isSlow && (
            <Button size="xs" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          )}
        </Group>
        <Bone width="100%" height={48} />
        <Bone width="100%" height={48} />
      </Stack>
    </Box>
  );
}
