import './recipients.css';
import type { ReactNode } from 'react';
import { Flex, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '@kernel/people/recipients';
import { Button } from '../ui/forms/button';
import { useNarrow } from '../ui/parts/use-narrow';
import { RecipientLine } from './recipient-line';

interface SendRowProps {
  readonly recipient: Recipient;
  readonly onSend: () => void;
  /** What else can be done with it. */
  readonly children: ReactNode;
}

/** A recipient in a list, to send to. */
export function SendRow({ recipient, onSend, children }: SendRowProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const label = t('recipients.sendTo', { name: recipient.name });
  return (
    <div className={narrow ? 'row covered' : 'row'}>
      <RecipientLine recipient={recipient} />
      {narrow && (
        // A phone has no room for a button next to the handle: the row is the button.
        <UnstyledButton className="cover" aria-label={label} onClick={onSend} />
      )}
      <Flex component="span" className="recipient-actions" gap={4} align="center">
        {!narrow && (
          <Button size="sm" aria-label={label} onClick={onSend}>
            {t('nav.send')}
          </Button>
        )}
        {children}
      </Flex>
    </div>
  );
}
