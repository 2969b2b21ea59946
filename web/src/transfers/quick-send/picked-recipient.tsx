import { useTranslation } from 'react-i18next';
import { handleText } from '@kernel/text/handle-text';
import { Flex, Text } from '@mantine/core';
import { Button } from '../../ui/forms/button';
import { readRecipient } from './quick-send-rules';
import type { QuickSendForm } from './use-quick-send';

/** A known recipient, in one line in place of the fields. */
export function PickedRecipient({ form }: { readonly form: QuickSendForm }) {
  const { t } = useTranslation();
  const recipient = readRecipient(form.values);
  if (!recipient) return null;
  const { name, platform, handle } = recipient;
  return (
    <Flex className="quick-picked" align="center" justify="space-between" gap="md" mb={-8}>
      <Text flex={1} miw={0} fz="sm">
        <b>{name}</b>{' '}
        <Text span c="dimmed">
          {t('quick.on', { platform })}
        </Text>{' '}
        <MiddleCut text={handleText(handle)} />
      </Text>
      <Button
        tone="subtle"
        size="sm"
        flex="none"
        px="xs"
        mr={-8}
        aria-label={t('quick.editRecipient', { recipient: name })}
        onClick={() => {
          form.openRecipient();
        }}
      >
        {t('quick.change')}
      </Button>
    </Flex>
  );
}

/** Characters that stay at the end of a long address. */
const END_LENGTH = 8;

/** A handle in one line: where it does not fit, its middle is omitted, since people compare its beginning and end. It is read aloud whole. */
function MiddleCut({ text }: { readonly text: string }) {
  const cut = Math.max(text.length - END_LENGTH, 0);
  return (
    <Text span className="middle-cut" c="dimmed" title={text}>
      <span className="visually-hidden">{text}</span>
      <span aria-hidden="true">{text.slice(0, cut)}</span>
      <span aria-hidden="true">{text.slice(cut)}</span>
    </Text>
  );
}
