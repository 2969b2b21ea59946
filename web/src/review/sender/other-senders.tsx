import { Box, Flex, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { caseIn } from '@kernel/staff/access-reasons';
import type { OtherSenders as Others } from '@kernel/staff/sender-activity';
import { Icon } from '../../ui/parts/icon';
import { Fine, Muted } from '../../ui/parts/text';
import { Moment } from '../case/case-facts';
import { senderPath } from '../reveal/access-reason';
import { useMasked } from '../reveal/use-masked';

interface OtherSendersProps {
  readonly others: Others | null;
  /** Why this sender is read; a case about one is no reason for another. */
  readonly reason: string;
}

/** How many other senders used the same card or handle, unfolding to their pages. */
export function OtherSenders({ others, reason }: OtherSendersProps) {
  const { t } = useTranslation();
  const masked = useMasked();
  if (others === null) return <Muted>{t('activity.others.unknown')}</Muted>;
  const { count, cut, items } = others;
  if (count === 0) return <Muted>{t(cut ? 'activity.others.noneRead' : 'activity.others.none')}</Muted>;
  return (
    <details>
      <Text component="summary" display="flex" fz="sm" fw={600} c="var(--warning)">
        <Flex component="span" gap="xs" align="center">
          <span className="wide-only">
            <Icon name="people" size={16} />
          </span>
          {t(cut ? 'activity.others.atLeast' : 'activity.others.used', { count })}
        </Flex>
      </Text>
      <ul>
        {items.map(({ uid, senderName, lastAt }) => (
          <Box component="li" key={uid} fz="sm">
            <Link className="link link-inline" to={pathOf(uid, reason)}>
              {masked(senderName)}
            </Link>{' '}
            <Fine span>
              <Moment at={lastAt} />
            </Fine>
          </Box>
        ))}
        {count > items.length && (
          <Fine component="li">{t('activity.others.more', { count: count - items.length })}</Fine>
        )}
      </ul>
    </details>
  );
}

const pathOf = (uid: string, reason: string): string =>
  caseIn(reason) === null ? senderPath(uid, reason) : `/compliance/senders/${uid}`;
