import './receipts.css';
import { useTranslation } from 'react-i18next';
import { claimableUntil, isPast } from '@kernel/money/arrival';
import type { SharedStatus, SharedTransfer } from '@kernel/money/receipts';
import { Flex, Group, Stack, Text } from '@mantine/core';
import { useArrivalAfter } from '../transfers/page/use-arrival';
import { useNow } from '../transfers/use-now';
import { contactLinks } from '../accounts/contact';
import { useConfig } from '../accounts/use-config';
import { formatArrival, formatDay, formatExact, formatMoment, formatMoney } from '../lib/format';
import { Amount } from '../ui/parts/amount';
import { Avatar } from '../ui/parts/avatar';
import { Card } from '../ui/parts/card';
import { EmptyState } from '../ui/feedback/empty-state';
import { Icon } from '../ui/parts/icon';
import { LiveDot } from '../ui/feedback/live-dot';
import { Notice } from '../ui/feedback/notice';
import { PageHeading } from '../ui/parts/page-heading';
import { PlatformTile } from '../ui/parts/platform-tile';
import { Timeline, type TimelineEntry } from '../ui/feedback/timeline';
import { STRONG, WithStrong } from '../ui/parts/with-strong';
import { Muted } from '../ui/parts/text';
import { SharedBadge } from './shared-badge';

/** The steps ahead, by the state of the transfer. */
const AHEAD: Readonly<Record<SharedStatus, readonly ('sent' | 'delivered')[]>> = {
  processing: ['sent', 'delivered'],
  sent: ['delivered'],
  delivered: [],
  returned: [],
};

/** Steps that are shown otherwise than as done. */
const STATES: Readonly<Record<string, TimelineEntry['state']>> = { unclaimed: 'now', returned: 'stopped' };

/**
 * A transfer as its recipient sees it: who sends, how much, where to, and how far it is. A reader who checks a receipt need not
 * be its recipient: to them the page confirms it, and says "you" of nothing.
 */
export function SharedTransferView({ transfer }: { readonly transfer: SharedTransfer }) {
  const { t, i18n } = useTranslation();
  const { senderFirstName: name, status, expiresAt } = transfer;
  const isCheck = expiresAt === null;
  const estimate = useEstimate(transfer);
  const title = t(`shared.${isCheck ? 'checked' : 'title'}.${status}`, { name });
  return (
    <Stack className="wrap" maw={520} py="xl" gap="lg">
      {isCheck && (
        <Notice tone="success" icon="shieldCheck" role="status">
          {t('shared.fromCode')}
        </Notice>
      )}
      <Stack align="center" gap="xs" ta="center">
        <Avatar name={name} size={56} />
        <PageHeading title={title}>{title}</PageHeading>
        <Amount value={transfer.amount} size="xl" />
        <SharedBadge status={status} large />
      </Stack>
      <Where transfer={transfer} estimate={estimate} />
      <Card title={t('shared.progress')} aside={AHEAD[status].length > 0 && <LiveDot />}>
        <Timeline entries={useEntries(transfer, estimate)} />
      </Card>
      {!isCheck && <Safety name={name} />}
      {!isCheck && (
        <Muted ta="center">{t('shared.until', { name, day: formatDay(expiresAt, i18n.language) })}</Muted>
      )}
    </Stack>
  );
}

interface WhereProps {
  readonly transfer: SharedTransfer;
  readonly estimate: ShownEstimate;
}

/** Where the money arrives and when, or that the recipient has it. */
function Where({ transfer, estimate }: WhereProps) {
  const { t, i18n } = useTranslation();
  const { senderFirstName: name, platform, handleMasked: handle, status, steps } = transfer;
  const delivered = steps.find(({ step }) => step === 'delivered');
  const amount = formatMoney(transfer.amount, i18n.language);
  if (status === 'delivered' && delivered && transfer.expiresAt !== null)
    return (
      <Card>
        <EmptyState
          icon="check"
          title={t('shared.deliveredAt', { time: formatMoment(delivered.at, i18n.language) })}
          text={t('shared.deliveredText', { name, amount, platform, handle })}
        />
      </Card>
    );
  return (
    <Card>
      <Group gap="md" wrap="nowrap">
        <PlatformTile platform={platform} size={40} />
        <div>
          <Text fw={600}>{t(`shared.where.${status}`, { platform })}</Text>
          <Muted>{handle}</Muted>
          <Estimate {...estimate} />
        </div>
      </Group>
    </Card>
  );
}

interface ShownEstimate {
  /** When the recipient usually has the money; null when it is there, comes back or has to be claimed. */
  readonly arrivesBy: string | null;
  /** That time has passed. */
  readonly isLate: boolean;
}

function useEstimate({ platform, steps, status }: SharedTransfer): ShownEstimate {
  const nowMs = useNow();
  const paid = steps.find(({ step }) => step === 'paid');
  const isOpen = AHEAD[status].length > 0 && !steps.some(({ step }) => step === 'unclaimed');
  const usual = useArrivalAfter(platform, paid?.at ?? null);
  const arrivesBy = paid && isOpen ? usual : null;
  return { arrivesBy, isLate: isPast(arrivesBy, nowMs) };
}

function Estimate({ arrivesBy, isLate }: ShownEstimate) {
  const { t, i18n } = useTranslation();
  if (arrivesBy === null) return null;
  if (isLate) return <p>{t('tx.late')}</p>;
  return (
    <p>
      <WithStrong
        text={t('tx.state.arrives', { when: STRONG })}
        strong={formatArrival(arrivesBy, i18n.language)}
      />
    </p>
  );
}

function useEntries(
  { senderFirstName: name, platform, steps, status, expiresAt }: SharedTransfer,
  { arrivesBy, isLate }: ShownEstimate,
): readonly TimelineEntry[] {
  const { t, i18n } = useTranslation();
  const isCheck = expiresAt === null;
  const done = steps.map(({ step, at }): TimelineEntry => ({
    id: step,
    state: STATES[step] ?? 'done',
    title:
      isCheck && step === 'unclaimed' ? t('tx.step.unclaimed') : t(`shared.step.${step}`, { name, platform }),
    time: (
      <Text component="time" dateTime={at} title={formatExact(at, i18n.language)} c="dimmed" fz="sm">
        {formatMoment(at, i18n.language)}
      </Text>
    ),
    ...(step === 'returned' && !isCheck && { text: t('shared.returnedText', { name }) }),
    ...(step === 'unclaimed' &&
      !isCheck && {
        text: t('shared.unclaimedText', {
          name,
          platform,
          until: formatDay(claimableUntil(at), i18n.language),
        }),
      }),
  }));
  const isNow = done.some(({ state }) => state === 'now');
  const ahead = AHEAD[status].map((step, index): TimelineEntry => ({
    id: step,
    state: index === 0 && !isNow ? 'now' : 'later',
    title: t(`shared.next.${step}`, { platform }),
    ...(step === 'delivered' &&
      arrivesBy !== null &&
      !isLate && {
        time: (
          <time dateTime={arrivesBy}>{t('tx.by', { time: formatArrival(arrivesBy, i18n.language) })}</time>
        ),
      }),
    ...(!isCheck && { text: t(`shared.ahead.${step}`, { platform }) }),
  }));
  return [...done, ...ahead];
}

function Safety({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const support = useConfig()?.support;
  return (
    <Card title={t('shared.safe')}>
      <Stack gap="xs" fz="sm">
        <Flex component="p" gap="xs">
          <Icon name="shieldCheck" />
          {t('shared.safeFree')}
        </Flex>
        <Flex component="p" gap="xs">
          <Icon name="help" />
          <span>
            {t('shared.safeUnknown', { name })}{' '}
            {support && <a href={contactLinks(support).mail}>{support.email}</a>}
          </span>
        </Flex>
      </Stack>
    </Card>
  );
}
