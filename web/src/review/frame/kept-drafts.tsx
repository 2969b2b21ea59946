import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/feedback/notice';
import { Button } from '../../ui/forms/button';
import { useKeptDrafts } from '../../ui/forms/drafts';
import { copyText } from '../../ui/parts/copy-text';

/** Texts typed on this page into fields that were removed, as when a colleague was faster. */
export function KeptDrafts() {
  const { t } = useTranslation();
  const { kept, discard } = useKeptDrafts();
  return (
    <Stack gap="md" role="status">
      {kept.map((draft) => (
        <Notice
          key={`${draft.subject} ${draft.use}`}
          tone="warning"
          icon="pencil"
          title={t('compliance.drafts.title', { label: draft.label })}
          mb="md"
        >
          <p>{t('compliance.drafts.text')}</p>
          <Text className="as-typed" p="md" bdrs="md" bg="var(--surface-2)">
            {draft.text}
          </Text>
          <Group gap="xs" mt="sm">
            <Button
              size="xs"
              icon="copy"
              onClick={() => void copyText(draft.text, t('compliance.drafts.copied'))}
            >
              {t('compliance.drafts.copy')}
            </Button>
            <Button
              size="xs"
              tone="subtle"
              onClick={() => {
                discard(draft);
              }}
            >
              {t('compliance.drafts.discard')}
            </Button>
          </Group>
        </Notice>
      ))}
    </Stack>
  );
}
