import '@mantine/core/styles/Code.layer.css';
import { Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReplayStep } from '@kernel/staff/replay';
import { Button } from '../../ui/forms/button';
import { copyText } from '../../ui/parts/copy-text';
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
    <div className="table-note replay-raw">
      <p className="t12 muted line wrap-anywhere">
        <span className="mono">{event.stream}</span>
        <IconButton
          icon="copy"
          iconSize={16}
          label={t('replay.copyStream')}
          onClick={() => void copyText(event.stream, t('replay.streamCopied'))}
        />
      </p>
      <p className="t12 muted wrap-anywhere">
        {t('replay.place', { revision: event.revision, correlation: event.correlationId })}
      </p>
      <details
        open={rawOpen}
        onToggle={(toggled) => {
          onRawOpen(toggled.currentTarget.open);
        }}
      >
        <summary className="t14 strong muted">{t('replay.raw')}</summary>
        <div className="flow push-right">
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
              className="link t14"
              href={`${eventStoreUi}/web/index.html#/streams/${encodeURIComponent(event.stream)}/${event.revision}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('replay.eventStore')}
            </a>
          )}
        </div>
        <Code block className="raw-event" tabIndex={0} aria-label={t('replay.raw')}>
          {json}
        </Code>
      </details>
    </div>
  );
}
