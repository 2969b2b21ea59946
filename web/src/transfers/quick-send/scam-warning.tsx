import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '@mantine/core';
import { Checkbox } from '../../ui/forms/checkbox';
import { Notice } from '../../ui/feedback/notice';
import { firstNameOf } from '../../lib/format';
import type { FirstSend } from './use-first-send';

interface ScamWarningProps {
  readonly recipient: string;
  readonly firstSend: FirstSend;
}

/** Before the first send to a recipient: how scams work, in two sentences, and one tick. */
export function ScamWarning({ recipient, firstSend }: ScamWarningProps) {
  const { t } = useTranslation();
  const { isAcknowledged, acknowledge, misses } = firstSend;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (misses > 0) box.current?.focus();
  }, [misses]);
  const name = firstNameOf(recipient);
  return (
    <Notice tone="warning" icon="alert" title={t('payment.scam.title', { recipient: name })}>
      <Stack gap="xs">
        <p>{t('payment.scam.text')}</p>
        <details>
          <summary className="link">{t('payment.scam.how')}</summary>
          <p>{t('payment.scam.details')}</p>
        </details>
        <Checkbox
          ref={box}
          label={t('payment.scam.know', { recipient: name })}
          checked={isAcknowledged}
          error={misses > 0 && !isAcknowledged ? t('payment.scam.required') : undefined}
          onChange={(event) => {
            acknowledge(event.currentTarget.checked);
          }}
        />
      </Stack>
    </Notice>
  );
}
