import { useTranslation } from 'react-i18next';
import { Button } from '../ui/forms/button';

/** Prints the document of the screen. */
export function PrintButton() {
  const { t } = useTranslation();
  return (
    <Button
      size="sm"
      icon="print"
      onClick={() => {
        window.print();
      }}
    >
      {t('receipt.print')}
    </Button>
  );
}
