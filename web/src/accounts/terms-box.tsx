import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Dialog } from '../ui/dialog';
import { TermsText } from './terms-text';

interface TermsBoxProps extends Omit<ComponentProps<typeof Checkbox>, 'label' | 'after' | 'id'> {
  readonly id: string;
  /** Accepting in the dialog ticks the box (specification §4). */
  readonly onAccept: () => void;
}

/** The box for age and terms, with the terms to read in a dialog. */
export function TermsBox({ onAccept, ...box }: TermsBoxProps) {
  const { t } = useTranslation();
  const [reading, setReading] = useState(false);
  const close = () => {
    setReading(false);
  };
  const nameId = `${box.id}-name`;
  return (
    <>
      <Checkbox
        {...box}
        label={t('signup.acceptLead')}
        aria-labelledby={`${box.id}-label ${nameId}`}
        after={
          <button
            type="button"
            className="link-button"
            id={nameId}
            onClick={() => {
              setReading(true);
            }}
          >
            {t('terms.title')}
          </button>
        }
      />
      <Dialog
        open={reading}
        onClose={close}
        title={t('terms.title')}
        actions={
          <>
            <Button
              tone="primary"
              onClick={() => {
                onAccept();
                close();
              }}
            >
              {t('terms.accept')}
            </Button>
            <Button onClick={close}>{t('terms.close')}</Button>
          </>
        }
      >
        <TermsText headingLevel={3} />
      </Dialog>
    </>
  );
}
