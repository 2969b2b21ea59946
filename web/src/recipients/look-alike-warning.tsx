import './recipients.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sharedStart, type LookAlike } from '@kernel/text/look-alikes';
import type { Recipient } from '@kernel/people/recipients';
import { Group, Text } from '@mantine/core';
import { Button } from '../ui/forms/button';
import { Notice } from '../ui/feedback/notice';
import type { KnownRecipient } from './known-recipients';

interface LookAlikeWarningProps {
  readonly typed: Recipient;
  readonly found: LookAlike<KnownRecipient>;
  /** Incremented when the sender pressed Send without a decision: the focus moves here. */
  readonly reminders: number;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** Warns that the typed recipient is easily mistaken for a known one, and offers that one. */
export function LookAlikeWarning({ typed, found, reminders, onTake, onKeep }: LookAlikeWarningProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reminders > 0) box.current?.focus();
  }, [reminders]);
  const { known, likeness } = found;
  const params = { name: known.name, handle: known.handle };
  const [before, after] = known.saved ? ['saved', 'savedAs'] : ['paid', 'paidAs'];
  return (
    <Notice
      tone="warning"
      icon="alert"
      role="alert"
      tabIndex={-1}
      ref={box}
      title={t(likeness === 'name' ? 'recipients.alike.nameTitle' : 'recipients.alike.title', params)}
    >
      {likeness === 'name' ? (
        <p>{t(`recipients.alike.${after}`, params)}</p>
      ) : (
        <>
          <Comparison typed={typed.handle} known={known} />
          <Text c="dimmed">{t(`recipients.alike.${before}`, params)}</Text>
        </>
      )}
      <Group gap="xs" mt="sm">
        <Button size="sm" onClick={onTake}>
          {likeness === 'name'
            ? t('recipients.alike.use', { what: known.name })
            : t('recipients.alike.use', { what: known.handle })}
        </Button>
        <Button size="sm" tone="subtle" onClick={onKeep}>
          {t('recipients.alike.keep')}
        </Button>
      </Group>
    </Notice>
  );
}

/** Both handles, one below the other, with the part that differs marked. */
function Comparison({ typed, known }: { readonly typed: string; readonly known: KnownRecipient }) {
  const { t } = useTranslation();
  return (
    <dl className="compare">
      <div>
        <dt>{t('recipients.alike.typed')}</dt>
        <Marked text={typed} other={known.handle} />
      </div>
      <div>
        <dt>{t(known.saved ? 'recipients.alike.savedOne' : 'recipients.alike.paidOne')}</dt>
        <Marked text={known.handle} other={typed} />
      </div>
    </dl>
  );
}

function Marked({ text, other }: { readonly text: string; readonly other: string }) {
  const start = sharedStart(text, other);
  const end = sharedEnd(text.slice(start), other.slice(start));
  return (
    <Text component="dd" ff="monospace">
      {text.slice(0, start)}
      <mark>{text.slice(start, text.length - end)}</mark>
      {text.slice(text.length - end)}
    </Text>
  );
}

function sharedEnd(one: string, other: string): number {
  const reversed = (text: string) => Array.from(text).reverse().join('');
  return sharedStart(reversed(one), reversed(other));
}
