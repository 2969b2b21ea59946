import { useTranslation } from 'react-i18next';
import type { SavedRecipient } from '@kernel/people/recipients';
import { Box, Text } from '@mantine/core';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { showError } from '../ui/feedback/toasts';
import { useRecipients } from './use-recipients';

interface RemovedRowProps {
  readonly recipient: SavedRecipient;
  readonly onClose: () => void;
}

/** Says who was removed, and saves them again with one press: there is no hurry. */
export function RemovedRow({ recipient: { name, platform, handle }, onClose }: RemovedRowProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { save } = useRecipients();
  const { trigger, isMutating } = useSend(() => save({ name, platform, handle, confirmSimilar: true }), {
    onSuccess: onClose,
    onError: (error) => {
      showError(problemText(error));
    },
  });
  return (
    <Box className="rows row" bg="var(--surface-2)" fz="sm">
      <Text span className="wrap-anywhere" flex={1} miw={0}>
        {t('recipients.removed', { name })}
      </Text>
      <Button size="sm" tone="subtle" autoFocus busy={isMutating} onClick={() => void trigger()}>
        {t('recipients.undo')}
      </Button>
    </Box>
  );
}
