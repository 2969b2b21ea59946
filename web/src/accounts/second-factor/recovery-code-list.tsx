import { useTranslation } from 'react-i18next';
import { Group, SimpleGrid } from '@mantine/core';
import { saveFile } from '../../lib/api/save-file';
import { Button } from '../../ui/forms/button';
import { copyText } from '../../ui/parts/copy-text';

/** Ten recovery codes, to copy or to keep as a file; they are shown only once. */
export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation();
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <SimpleGrid
        className="recovery-codes"
        cols={{ base: 1, xs: 2 }}
        spacing="xl"
        verticalSpacing={0}
        renderRoot={(props) => <ol {...props} aria-label={t('factor.codesTitle')} />}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </SimpleGrid>
      <Group gap="xs" mt="sm">
        <Button
          size="sm"
          icon="copy"
          onClick={() => {
            void copyText(text, t('factor.codesCopied'));
          }}
        >
          {t('factor.copy')}
        </Button>
        <Button
          size="sm"
          icon="download"
          onClick={() => {
            saveFile(new Blob([text], { type: 'text/plain' }), 'flip-recovery-codes.txt');
          }}
        >
          {t('factor.download')}
        </Button>
      </Group>
    </>
  );
}
