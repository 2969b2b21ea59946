import { useState } from 'react';
import { Flex, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SavedRecipient } from '@kernel/people/recipients';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Avatar } from '../ui/parts/avatar';
import { Button } from '../ui/forms/button';
import { IconButton } from '../ui/forms/icon-button';
import { showError } from '../ui/feedback/toasts';
import { RecipientForm } from './recipient-form';
import { SendRow } from './send-row';
import { useRecipients } from './use-recipients';

interface RecipientRowProps {
  readonly recipient: SavedRecipient;
  readonly onSend: () => void;
  readonly onRemoved: () => void;
}

/** A saved recipient: send to it, or change it in its place. */
export function RecipientRow({ recipient, onSend, onRemoved }: RecipientRowProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const [closed, setClosed] = useState(false);
  if (editing)
    return (
      <EditedRow
        recipient={recipient}
        onClose={() => {
          setEditing(false);
          setClosed(true);
        }}
        onRemoved={onRemoved}
      />
    );
  return (
    <li>
      <SendRow recipient={recipient} onSend={onSend}>
        <IconButton
          icon="pencil"
          // The focus returns to where it was.
          autoFocus={closed}
          label={t('recipients.editNamed', { name: recipient.name })}
          onClick={() => {
            setEditing(true);
          }}
        />
      </SendRow>
    </li>
  );
}

interface EditedRowProps {
  readonly recipient: SavedRecipient;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function EditedRow({ recipient, onClose, onRemoved }: EditedRowProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { change, remove } = useRecipients();
  const { trigger, isMutating } = useSend(() => remove(recipient.id), {
    onSuccess: onRemoved,
    onError: (error) => {
      showError(problemText(error));
    },
  });
  return (
    <Flex
      component="li"
      className="recipient-edit line-above"
      direction="column"
      gap="md"
      px="var(--pad)"
      pt="md"
      pb="var(--pad)"
      bg="var(--surface-2)"
    >
      <Group gap="xs">
        <Avatar name={recipient.name} />
        <b>{t('recipients.edit')}</b>
      </Group>
      <RecipientForm
        id={`recipient-${recipient.id}`}
        recipient={recipient}
        onSave={async (wanted) => {
          await change(recipient.id, wanted);
          onClose();
        }}
        onCancel={onClose}
      >
        <Text span ml="auto">
          <Button tone="danger" size="sm" busy={isMutating} onClick={() => void trigger()}>
            {t('recipients.remove')}
          </Button>
        </Text>
      </RecipientForm>
    </Flex>
  );
}
