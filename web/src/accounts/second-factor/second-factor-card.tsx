import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorState } from '@kernel/people/accounts';
import { Group, Stack, Text } from '@mantine/core';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Badge } from '../../ui/feedback/badge';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Muted } from '../../ui/parts/text';
import { Dialog } from '../../ui/feedback/dialog';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { showError, showSuccess } from '../../ui/feedback/toasts';
import { RecoveryCodeList } from './recovery-code-list';
import { useSecondFactor, useSecondFactorCommands } from './use-second-factor';
import { isStaff, useMe } from '../use-session';

/** The second factor of the signed-in user: on or off, and its recovery codes. Its screen waits until it has loaded. */
export function SecondFactorCard({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useSecondFactor();
  const badge = data && (
    <Badge tone={data.enrolled ? 'success' : 'neutral'}>
      {t(data.enrolled ? 'factor.on' : 'factor.off')}
    </Badge>
  );
  return (
    <Card title={t('factor.title')} aside={badge}>
      {data ? (
        <State
          state={data}
          onChanged={() => {
            void mutate();
            onChanged();
          }}
        />
      ) : (
        <ErrorBlock title={t('factor.failed')} error={error} onRetry={() => void mutate()} />
      )}
    </Card>
  );
}

interface StateProps {
  readonly state: SecondFactorState;
  readonly onChanged: () => void;
}

function State({ state: { enrolled, recoveryCodesLeft }, onChanged }: StateProps) {
  const { t } = useTranslation();
  const me = useMe();
  if (enrolled)
    return (
      <div className="stack-16">
        <Muted>{t('factor.onText', { count: recoveryCodesLeft ?? 0 })}</Muted>
        <Changes onChanged={onChanged} />
      </div>
    );
  return (
    <Stack gap="md">
      <Muted>{t(isStaff(me) ? 'factor.setUpStaff' : 'factor.offText')}</Muted>
      <div>
        <ButtonLink to="/second-factor" size="sm">
          {t('factor.turnOn')}
        </ButtonLink>
      </div>
    </Stack>
  );
}

/** New recovery codes, and the end of the second factor; both need a recent code. */
function Changes({ onChanged }: Pick<StateProps, 'onChanged'>) {
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
      <Muted>{t('factor.codesLead')}</Muted>
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
