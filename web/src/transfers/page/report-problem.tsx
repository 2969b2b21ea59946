import { useRef, useState } from 'react';
import { Box, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PROBLEM_MAX_LENGTH, type Transaction } from '@kernel/money/transfers';
import { sendJson } from '../../lib/api/api';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button } from '../../ui/forms/button';
import { Dialog } from '../../ui/feedback/dialog';
import { errorProps } from '../../ui/forms/field';
import { Icon } from '../../ui/parts/icon';
import { Notice } from '../../ui/feedback/notice';

interface ReportProblemProps {
  readonly transfer: Transaction;
  /** Not on a separate line. */
  readonly asButton?: boolean;
}

/** Reports a problem with a transfer to the team, and shows the problem's number. */
export function ReportProblem({ transfer, asButton = false }: ReportProblemProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const report = useReport(transfer.id);
  const close = () => {
    setOpen(false);
    if (!report.data) return;
    setText('');
    report.startAnother();
  };
  const show = () => {
    setOpen(true);
  };
  const send = () => {
    setMissing(text.trim() === '');
    if (text.trim() !== '') void report.trigger(text);
  };
  return (
    <>
      {asButton ? (
        <Button size="sm" tone="subtle" onClick={show}>
          {t('tx.problem.open')}
        </Button>
      ) : (
        <Box
          component="button"
          type="button"
          className="link"
          w="100%"
          c="var(--text)"
          fw={400}
          ta="start"
          onClick={show}
        >
          <Icon name="help" />
          <Text span flex={1} miw={0}>
            {t('tx.problem.open')}
          </Text>
          <Icon name="chevronRight" size={16} />
        </Box>
      )}
      <Dialog
        place="center"
        open={open}
        onClose={close}
        title={t('tx.problem.open')}
        actions={
          <Button
            tone="primary"
            busy={report.isMutating}
            busyText={t('tx.problem.busy')}
            onClick={report.data ? close : send}
          >
            {t(report.data ? 'tx.problem.close' : 'tx.problem.send')}
          </Button>
        }
      >
        {report.data ? (
          <Reported number={report.data.number} />
        ) : (
          <Question text={text} missing={missing} error={report.error} onChange={setText} />
        )}
      </Dialog>
    </>
  );
}

/** A report without a response keeps its key, and so its number, while its text is the same. */
function useReport(id: string) {
  const sent = useRef<{ readonly key: string; readonly text: string } | null>(null);
  const report = useSend((text: string) => {
    if (sent.current?.text !== text) sent.current = { key: crypto.randomUUID(), text };
    return sendJson('POST', '/transfers/{id}/problem', {
      path: { id },
      body: { text },
      header: { 'Idempotency-Key': sent.current.key },
    });
  });
  const startAnother = () => {
    sent.current = null;
    report.reset();
  };
  return { ...report, startAnother };
}

interface QuestionProps {
  readonly text: string;
  readonly missing: boolean;
  readonly error: unknown;
  readonly onChange: (text: string) => void;
}

function Question({ text, missing, error, onChange }: QuestionProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <Stack gap="md">
      <Textarea
        id="problem-text"
        rows={5}
        maxLength={PROBLEM_MAX_LENGTH}
        label={t('tx.problem.label')}
        description={t('tx.problem.hint', { max: PROBLEM_MAX_LENGTH })}
        value={text}
        {...errorProps({ error: missing ? t('tx.problem.required') : null })}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
      {error !== undefined && (
        <Notice tone="danger" icon="alert" role="alert">
          {problemText(error)}
        </Notice>
      )}
    </Stack>
  );
}

function Reported({ number }: { readonly number: string }) {
  const { t } = useTranslation();
  return (
    <Notice tone="success" icon="checkCircle" role="status" title={t('tx.problem.sent', { number })}>
      {t('tx.problem.sentText')}
    </Notice>
  );
}
