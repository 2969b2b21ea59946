import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RevealField } from '@kernel/staff/reveal';
import { ERASED } from '@kernel/text/erased';
import { Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button } from '../../ui/forms/button';
import { Dialog } from '../../ui/feedback/dialog';
import { IconButton } from '../../ui/forms/icon-button';
import { Notice } from '../../ui/feedback/notice';
import { showError } from '../../ui/feedback/toasts';
import { reasonOf, referenceError, typedReason, type TypedReason } from './access-reason';
import { ReasonFields } from './reason-fields';
import { reveal } from '../sender/use-standing';

interface RevealableProps {
  /** As the server masked it. */
  readonly masked: string;
  /** The id of the sender, or of the transfer. */
  readonly subject: string;
  readonly field: RevealField;
  /** Why the page was opened, as it was recorded; the dialog begins with it. */
  readonly reason?: string;
  /** On the page of this case, which is the reason: shown at once. */
  readonly forCase?: string;
  /** In a table: an eye alone, named after its field. */
  readonly compact?: boolean;
}

/**
 * A masked value with a button that shows it, for a reason that is recorded first. Leaving the page masks it again. What is
 * erased cannot be shown.
 */
export function Revealable(props: RevealableProps) {
  const { t } = useTranslation();
  return props.masked === ERASED ? t('common.erased') : <Shown {...props} />;
}

function Shown(props: RevealableProps) {
  const { masked, subject, field, reason = 'support:', forCase, compact = false } = props;
  const { t } = useTranslation();
  const problemText = useRevealProblem();
  const [value, setValue] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const { trigger, isMutating } = useSend(
    (caseId: string) => reveal({ subject, field, reason: `case:${caseId}` }),
    {
      onSuccess: setValue,
      onError: (error) => {
        showError(problemText(error));
      },
    },
  );
  const name = t(`standing.fields.${field}`);
  if (value !== null)
    return (
      <span className="revealed">
        <span className="wrap-anywhere">{value}</span>
        <Eye
          isShown
          {...{ name, compact }}
          onClick={() => {
            setValue(null);
          }}
        />
      </span>
    );
  return (
    <span className="revealed">
      <span>{masked}</span>
      <Eye
        {...{ name, compact }}
        busy={isMutating}
        onClick={() => {
          if (forCase === undefined) setOpen(true);
          else void trigger(forCase);
        }}
      />
      {open && (
        <RevealDialog
          {...{ subject, field, reason, name }}
          onClose={() => {
            setOpen(false);
          }}
          onShown={(shown) => {
            setOpen(false);
            setValue(shown);
          }}
        />
      )}
    </span>
  );
}

interface EyeProps {
  /** Of the field. */
  readonly name: string;
  readonly isShown?: boolean;
  readonly compact: boolean;
  readonly busy?: boolean;
  readonly onClick: () => void;
}

function Eye({ name, isShown = false, compact, busy = false, onClick }: EyeProps) {
  const { t } = useTranslation();
  const icon = isShown ? 'eyeOff' : 'eye';
  const label = t(isShown ? 'standing.hideField' : 'standing.showField', { field: name });
  if (compact) return <IconButton compact aria-busy={busy || undefined} {...{ icon, label, onClick }} />;
  return (
    <Button size="xs" tone="subtle" aria-label={label} {...{ icon, busy, onClick }}>
      {t(isShown ? 'standing.hide' : 'standing.show')}
    </Button>
  );
}

interface RevealDialogProps extends Required<Omit<RevealableProps, 'masked' | 'compact' | 'forCase'>> {
  readonly name: string;
  readonly onClose: () => void;
  readonly onShown: (value: string) => void;
}

function RevealDialog({ subject, field, reason: first, name, onClose, onShown }: RevealDialogProps) {
  const { t } = useTranslation();
  const problemText = useRevealProblem();
  const [typed, setTyped] = useState<TypedReason>(typedReason(first));
  const [wrong, setWrong] = useState<string | null>(null);
  const reference = useRef<HTMLInputElement>(null);
  const { trigger, isMutating, error } = useSend((reason: string) => reveal({ subject, field, reason }), {
    onSuccess: onShown,
  });
  const submit = () => {
    const missing = referenceError(typed);
    setWrong(missing);
    if (missing === null) void trigger(reasonOf(typed));
    else reference.current?.focus();
  };
  return (
    <Dialog
      place="center"
      open
      onClose={onClose}
      title={t('standing.showTitle', { field: name })}
      actions={
        <>
          <Button onClick={onClose}>{t('standing.back')}</Button>
          <Button tone="primary" busy={isMutating} busyText={t('standing.showing')} onClick={submit}>
            {t('standing.show')}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>{t('standing.showText')}</p>
        <ReasonFields
          value={typed}
          error={wrong === null ? undefined : t(wrong)}
          referenceRef={reference}
          onChange={(changed) => {
            setTyped(changed);
            setWrong(null);
          }}
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

/** Why a field was not shown. */
function useRevealProblem(): (error: unknown) => string {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (error) =>
    error instanceof ApiError && error.status === 404 ? t('standing.showMissing') : problemText(error);
}
