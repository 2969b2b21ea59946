import { useState } from 'react';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '../review/frame/key-hint';
import { useKeys } from '../ui/keys/use-keys';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { Dialog } from '../ui/feedback/dialog';
import { Segments } from '../ui/forms/segments';
import { showError } from '../ui/feedback/toasts';
import { isFiltered, type AuditView } from './audit-view';
import { exportAudit, type AuditQuery } from './use-audit';
import { Muted } from '../ui/parts/text';

const FORMATS = ['jsonl', 'csv'] as const;

interface AuditExportProps {
  readonly query: AuditQuery;
  readonly view: AuditView;
}

/** Exports what the list shows; the key x opens the dialog. */
export function AuditExport({ query, view }: AuditExportProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const start = () => {
    setOpen(true);
  };
  const key = { key: 'x', text: t('audit.keyExportText'), short: t('audit.keyExport'), act: start };
  useKeys(t('audit.title'), [key]);
  return (
    <>
      <Button size="xs" tone="primary" icon="download" aria-keyshortcuts="x" onClick={start}>
        {t('audit.export')}
        <KeyHint>x</KeyHint>
      </Button>
      {open && (
        <ExportDialog
          query={query}
          view={view}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function ExportDialog({ query, view, onClose }: AuditExportProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('jsonl');
  const { trigger, isMutating } = useSend(() => exportAudit(query, format), {
    onSuccess: onClose,
    onError: (error) => {
      showError(problemText(error));
    },
  });
  const isAll = !isFiltered(view);
  return (
    <Dialog
      open
      place="center"
      title={t('audit.exportTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('audit.cancel')}</Button>
          <Button
            tone="primary"
            busy={isMutating}
            busyText={t('audit.exporting')}
            onClick={() => void trigger()}
          >
            {t('audit.exportGo')}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>{t(isAll ? 'audit.exportAll' : 'audit.exportFiltered')}</p>
        <Segments
          label={t('audit.format')}
          value={format}
          onChange={setFormat}
          options={FORMATS.map((value) => ({ value, label: t(`audit.formats.${value}`) }))}
        />
        <Muted>{t('audit.exportNote')}</Muted>
      </Stack>
    </Dialog>
  );
}
