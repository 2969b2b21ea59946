import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Group, Text } from '@mantine/core';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Badge } from '../../ui/feedback/badge';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Muted } from '../../ui/parts/text';
import { Dialog } from '../../ui/feedback/dialog';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { showError, showSuccess } from '../../ui/feedback/toasts';
import { MethodMark } from '../sign-in/method-mark';
import { RecoveryCodeList } from './recovery-code-list';
import { useSecondFactor, useSecondFactorCommands } from './use-second-factor';
import { isStaff, useMe } from '../use-session';

/** The second factor of the signed-in user: on or off, and its recovery codes. Its screen waits until it has loaded. */
export function SecondFactorRow({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useSecondFactor();
  if (!data)
    return (
      <li className="row">
        <ErrorBlock title={t('factor.failed')} error={error} onRetry={() => void mutate()} />
      </li>
    );
  const { enrolled, recoveryCodesLeft } = data;
  return (
    <li>
      <div className="row">
        <MethodMark method="phone" />
        <span className="row-who">
          <b>{t('factor.title')}</b>
          <span className="row-meta">
            {enrolled ? t('factor.codesLeft', { count: recoveryCodesLeft ?? 0 }) : t('factor.rowText')}
          </span>
        </span>
        <Badge tone={enrolled ? 'success' : 'neutral'} {...(enrolled && { icon: 'check' })}>
          {t(enrolled ? 'factor.on' : 'factor.off')}
        </Badge>
      </div>
      {enrolled && (
        <Box px="var(--pad)" pb="md">
          <Changes
            onChanged={() => {
              void mutate();
              onChanged();
            }}
          />
        </Box>
      )}
    </li>
  );
}

/** New recovery codes, and the end of the second factor; both need a recent code. */
function Changes({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { remove, replaceCodes } = useSecondFactorCommands();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [removing, setRemoving] = useState(false);
  const onError = (error: unknown) => {
    showError(problemText(error));
  };
  const replacement = useSend(replaceCodes, {
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes);
      onChanged();
    },
    onError,
  });
  const removal = useSend(remove, {
    onSuccess: () => {
      showSuccess(t('factor.removed'));
      onChanged();
    },
    onError,
  });
  return (
    <Group gap="xs" mt="sm">
      <Button size="sm" busy={replacement.isMutating} onClick={() => void replacement.trigger()}>
        {t('factor.newCodes')}
      </Button>
      <ButtonLink to="/second-factor?move" size="sm">
        {t('factor.move')}
      </ButtonLink>
      <Button
        size="sm"
        tone="danger"
        busy={removal.isMutating}
        onClick={() => {
          setRemoving(true);
        }}
      >
        {t('factor.turnOff')}
      </Button>
      {removing && (
        <ConfirmRemoval
          onClose={() => {
            setRemoving(false);
          }}
          onConfirm={() => {
            setRemoving(false);
            void removal.trigger();
          }}
        />
      )}
      {codes && (
        <NewCodes
          codes={codes}
          onClose={() => {
            setCodes(null);
          }}
        />
      )}
    </Group>
  );
}

function NewCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const done = (
    <Button tone="primary" onClick={onClose}>
      {t('factor.done')}
    </Button>
  );
  return (
    <Dialog open place="center" title={t('factor.codesTitle')} onClose={onClose} actions={done}>
      <Muted mb="md">{t('factor.codesLead')}</Muted>
      <RecoveryCodeList codes={codes} />
    </Dialog>
  );
}

interface ConfirmRemovalProps {
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function ConfirmRemoval({ onClose, onConfirm }: ConfirmRemovalProps) {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <Dialog
      open
      place="center"
      title={t('factor.turnOffTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('factor.cancel')}</Button>
          <Button tone="danger" onClick={onConfirm}>
            {t('factor.turnOff')}
          </Button>
        </>
      }
    >
      <Text c="dimmed">{t(isStaff(me) ? 'factor.turnOffStaff' : 'factor.turnOffText')}</Text>
    </Dialog>
  );
}
