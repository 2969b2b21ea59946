import { useTranslation } from 'react-i18next';
import type { MovedEvent, SenderAt } from '@kernel/staff/sender-at';
import { Flex, Text } from '@mantine/core';
import { formatMoment } from '../../lib/format';
import { useEventName } from '../use-event-name';
import { Fine } from '../../ui/parts/text';

/** Most events that are listed one by one. */
const TOLD = 3;

/** How many values differ on the other basis, and because of which events. */
export function SenderAtDifferences({ at: { basis, differences, moved } }: { readonly at: SenderAt }) {
  const { t } = useTranslation();
  const kept = moved.filter(({ isKept }) => isKept);
  const told = moved.filter(({ isKept }) => !isKept);
  if (differences.length + moved.length === 0) return null;
  return (
    <Flex
      wrap={{ base: 'wrap', sm: 'nowrap' }}
      align="baseline"
      gap="sm"
      px="md"
      py="sm"
      bdrs="md"
      bg="var(--warning-soft)"
      fz="sm"
      role="note"
    >
      <Text span c="var(--warning)" fz="sm" fw={600} aria-hidden>
        ±
      </Text>
      <div>
        {differences.length > 0 && <b>{t(`senderAt.differ.${basis}`, { count: differences.length })} </b>}
        {told.slice(0, TOLD).map((event) => (
          <MovedText key={event.position} event={event} />
        ))}
        {told.length > TOLD && t('senderAt.moreMoved', { count: told.length - TOLD })}
        {kept.length > 0 && <Text c="dimmed">{t('senderAt.kept', { count: kept.length })}</Text>}
      </div>
      {differences.length > 0 && (
        <Fine span ml="auto">
          {t('senderAt.marked')}
        </Fine>
      )}
    </Flex>
  );
}

/** "Apple Pay, payout failed: happened at 2:48 AM, and reached Flip at 3:22 AM." */
function MovedText({ event }: { readonly event: MovedEvent }) {
  const { t, i18n } = useTranslation();
  const nameOf = useEventName();
  const { platform, type, happenedAt, recordedAt } = event;
  return (
    <span>
      {t('senderAt.moved', {
        event: platform === null ? nameOf(type) : `${platform}, ${nameOf(type)}`,
        happened: formatMoment(happenedAt, i18n.language),
        recorded: formatMoment(recordedAt, i18n.language),
      })}{' '}
    </span>
  );
}
