import '@mantine/core/styles/Code.layer.css';
import { Box, Code, Flex, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReplayStep } from '@kernel/staff/replay';
import { Button } from '../../ui/forms/button';
import { copyText } from '../../ui/parts/copy-text';
import { Fine } from '../../ui/parts/text';
import { IconButton } from '../../ui/forms/icon-button';

interface ReplayRawProps {
  readonly step: ReplayStep;
  readonly rawOpen: boolean;
  readonly onRawOpen: (open: boolean) => void;
  readonly eventStoreUi: string | null;
}

/** Where an event is stored, and the event itself with personal texts masked. */
export function ReplayRaw({ step: { event }, rawOpen, onRawOpen, eventStoreUi }: ReplayRawProps) {
  const { t } = useTranslation();
  const json = JSON.stringify(event, null, 2);
  return (
    <Box className="table-note" display="block">
      <Flex component="p" className="wrap-anywhere" gap="xs" align="center" fz="xs" c="dimmed">
        <Text span ff="monospace">
          {event.stream}
        </Text>
        <IconButton
          icon="copy"
          iconSize={16}
          label={t('replay.copyStream')}
          onClick={() => void copyText(event.stream, t('replay.streamCopied'))}
        />
      </Flex>
      <Fine className="wrap-anywhere">
        {t('replay.place', { revision: event.revision, correlation: event.correlationId })}
      </Fine>
      <details
        open={rawOpen}
        onToggle={(toggled) => {
          onRawOpen(toggled.currentTarget.open);
        }}
      >
        <Box component="summary" fz="sm" fw={600} c="dimmed">
          {t('replay.raw')}
        </Box>
        <Group gap="xs" ml="auto">
          <Button
            size="xs"
            tone="subtle"
            icon="copy"
            onClick={() => void copyText(json, t('replay.jsonCopied'))}
          >
            {t('replay.copyJson')}
          </Button>
          {eventStoreUi !== null && (
            <a
              className="link"
              href={`${eventStoreUi}/web/index.html#/streams/${encodeURIComponent(event.stream)}/${event.revision}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('replay.eventStore')}
            </a>
          )}
        </Group>
        <Code block mah={480} mt="sm" tabIndex={0} aria-label={t('replay.raw')}>
          {json}
        </Code>
      </details>
    </Box>
  );
}
