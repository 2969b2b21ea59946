import { useState } from 'react';
import type { CheckboxProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Group } from '@mantine/core';
import { Button } from '../../ui/forms/button';
import { Checkbox } from '../../ui/forms/checkbox';
import { Dialog } from '../../ui/feedback/dialog';
import { FieldError } from '../../ui/forms/field';
import { TermsText } from './terms-text';

interface TermsBoxProps extends Omit<CheckboxProps, 'id'> {
  readonly id: string;
  /** Accepting in the dialog ticks the box (specification §4). */
  readonly onAccept: () => void;
}

/** The checkbox for age and terms, with the terms in a dialog. */
export function TermsBox({ onAccept, error, ...box }: TermsBoxProps) {
  const { t } = useTranslation();
  const [reading, setReading] = useState(false);
  const close = () => {
    setReading(false);
  };
  const leadId = `${box.id}-lead`;
  const nameId = `${box.id}-name`;
  const errorId = `${box.id}-error`;
  return (
    <>
      <div>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Checkbox
            {...box}
            error={Boolean(error)}
            aria-labelledby={`${leadId} ${nameId}`}
            aria-describedby={error ? errorId : undefined}
          />
          <p>
            <label id={leadId} htmlFor={box.id}>
              {t('signup.acceptLead')}
            </label>{' '}
            <button
              type="button"
              className="link link-inline"
              id={nameId}
              onClick={() => {
                setReading(true);
              }}
            >
              {t('terms.title')}
            </button>
          </p>
        </Group>
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
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
