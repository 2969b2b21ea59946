import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { showSuccess } from '../ui/toasts';

/** Ten recovery codes, to copy or to keep as a file; they are shown only once. */
export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation();
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <ol className="recovery-codes" aria-label={t('factor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="actions above-16">
        <Button
          size="sm"
          icon="copy"
          onClick={() => {
            void navigator.clipboard.writeText(text).then(() => {
              showSuccess(t('factor.codesCopied'));
            });
          }}
        >
          {t('factor.copy')}
        </Button>
        <Button
          size="sm"
          icon="download"
          onClick={() => {
            saveAsFile(text);
          }}
        >
          {t('factor.download')}
        </Button>
      </div>
    </>
  );
}

function saveAsFile(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'flip-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}
