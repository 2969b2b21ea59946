import { useState, type ReactNode } from 'react';
import { Stack, Textarea } from '@mantine/core';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button, type ButtonTone } from '../../ui/forms/button';
import { Dialog } from '../../ui/feedback/dialog';
import { errorProps } from '../../ui/forms/field';
import { Notice } from '../../ui/feedback/notice';
import { showSuccess } from '../../ui/feedback/toasts';
import { useRequiredText } from '../../ui/forms/use-required-text';
import { useKeys } from '../../ui/keys/use-keys';
import { KeyHint } from '../frame/key-hint';

/** In the reader's language. */
interface ReasonStepTexts {
  /** Of the button on the page, and of the one that sends. */
  readonly button: string;
  /** Of the button on the page, for screen readers, which do not show its place. */
  readonly buttonLabel?: string;
  readonly title: string;
  readonly text: string;
  /** Of the field. */
  readonly label: string;
  readonly hint?: string;
  /** Below the field while it is empty. */
  readonly required: string;
  readonly done: string;
  readonly back: string;
  readonly busy: string;
}

/** The key that opens a dialog, among those of a part of the page. */
export interface Shortcut {
  readonly title: string;
  readonly key: string;
  readonly short: string;
}

interface ReasonStepProps {
  /** What it is about, such as an id, and which step it is: its text is kept under both. */
  readonly subject: string;
  readonly step: string;
  readonly texts: ReasonStepTexts;
  readonly maxLength: number;
  readonly rows?: number;
  /** Of the button on the page. */
  readonly tone?: ButtonTone;
  /** Of the button that sends. */
  readonly sendTone?: ButtonTone;
  readonly send: (text: string) => Promise<unknown>;
  /** When the dialog is closed after a refusal: what it is about has changed. */
  readonly onGiveUp?: () => void;
  readonly shortcut?: Shortcut;
  /** More fields. */
  readonly children?: ReactNode;
}

/** A step that needs a text: its button, and the dialog that asks. */
export function ReasonStep({
  subject,
  step,
  texts,
  tone,
  send,
  onGiveUp,
  shortcut,
  ...rest
}: ReasonStepProps) {
  const [open, setOpen] = useState(false);
  const reason = useRequiredText<HTMLTextAreaElement>(texts.required, {
    subject,
    use: step,
    label: texts.label,
  });
  const close = () => {
    setOpen(false);
  };
  const { trigger, isMutating, error, reset } = useSend(send, {
    onSuccess: () => {
      showSuccess(texts.done);
      reason.clear();
      close();
    },
  });
  const submit = () => {
    const text = reason.take();
    if (text !== null) void trigger(text);
  };
  const start = () => {
    reset();
    setOpen(true);
  };
  useKeys(shortcut?.title ?? '', shortcut ? [{ ...shortcut, text: texts.button, act: start }] : []);
  const giveUp = () => {
    close();
    if (error !== undefined) onGiveUp?.();
  };
  return (
    <>
      <Button
        size="xs"
        {...(tone && { tone })}
        aria-label={texts.buttonLabel}
        aria-keyshortcuts={shortcut?.key}
        onClick={start}
      >
        {texts.button}
        {shortcut && <KeyHint>{shortcut.key}</KeyHint>}
      </Button>
      <ReasonDialog
        {...{ ...rest, texts, open, error, field: reason.field, busy: isMutating }}
        onClose={giveUp}
        onSubmit={submit}
      />
    </>
  );
}

interface ReasonDialogProps extends Omit<
  ReasonStepProps,
  'subject' | 'step' | 'tone' | 'send' | 'onGiveUp' | 'shortcut'
> {
  readonly open: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly field: ReturnType<typeof useRequiredText<HTMLTextAreaElement>>['field'];
  readonly onClose: () => void;
  readonly onSubmit: () => void;
}

function ReasonDialog({ texts, open, busy, error, field, onClose, onSubmit, ...rest }: ReasonDialogProps) {
  const { maxLength, rows = 3, sendTone = 'primary', children } = rest;
  const problemText = useProblemText();
  return (
    <Dialog
      place="center"
      open={open}
      onClose={onClose}
      title={texts.title}
      actions={
        <>
          <Button onClick={onClose}>{texts.back}</Button>
          <Button tone={sendTone} busy={busy} busyText={texts.busy} onClick={onSubmit}>
            {texts.button}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>{texts.text}</p>
        {children}
        <Textarea
          {...field}
          description={texts.hint}
          rows={rows}
          maxLength={maxLength}
          {...errorProps({ error: field.error })}
        />
        {error !== undefined && (
          <Notice tone="danger" icon="alert" role="alert">
            {problemText(error)}
          </Notice>
        )}
      </Stack>
    </Dialog>
  );
}
