import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { KycRequest, KycStatus } from '@kernel/people/verification';
import { Flex, Text } from '@mantine/core';
import { useConfig } from '../accounts/use-config';
import { formatExact, formatMoment, formatMoney, formatMoneyShort, formatUpcoming } from '../lib/format';
import { useAllowance } from '../transfers/limits/use-allowance';
import { Amount } from '../ui/parts/amount';
import { Card } from '../ui/parts/card';
import { Icon } from '../ui/parts/icon';
import { Muted } from '../ui/parts/text';
import { Timeline, type TimelineEntry } from '../ui/feedback/timeline';

/** What can still be sent while a check is not passed. */
export function MeanwhileCard() {
  const { t, i18n } = useTranslation();
  const { data } = useAllowance();
  if (!data || data.remaining === null || data.weeklyLimit === null) return null;
  const [next] = data.frees;
  const frees = next && {
    amount: formatMoney(next.amount, i18n.language),
    at: formatUpcoming(next.at, i18n.language),
  };
  return (
    <Card title={t('kyc.meanwhile')} className="tight">
      <p>
        <Amount value={data.remaining} size="lg" />{' '}
        <Text span c="dimmed">
          {t('kyc.thisWeek')}
        </Text>
      </p>
      <Muted>{t('kyc.limitStays', { limit: formatMoneyShort(data.weeklyLimit, i18n.language) })}</Muted>
      {frees && <Muted>{t('limit.frees', frees)}</Muted>}
      <Link className="link" to="/dashboard">
        {t('nav.sendMoney')} <Icon name="arrowRight" size={16} />
      </Link>
    </Card>
  );
}

const ENDS: Readonly<Partial<Record<KycStatus, TimelineEntry['state']>>> = {
  verified: 'done',
  failed: 'failed',
  declined: 'failed',
  expired: 'stopped',
};

/** Every check with its consent and status, oldest first. */
export function HistoryCard({ items }: { readonly items: readonly KycRequest[] }) {
  const { t, i18n } = useTranslation();
  const timeOf = (at: string) => (
    <time dateTime={at} title={formatExact(at, i18n.language)}>
      {formatMoment(at, i18n.language)}
    </time>
  );
  const entries = [...items].reverse().flatMap(({ id, status, createdAt, updatedAt }): TimelineEntry[] => [
    { id: `${id} consent`, state: 'done', title: t('kyc.history.consent'), time: timeOf(createdAt) },
    { id, state: ENDS[status] ?? 'now', title: t(`kyc.history.${status}`), time: timeOf(updatedAt) },
  ]);
  const awaited = items[0]?.status === 'completed' || items[0]?.status === 'needs_review';
  if (awaited) entries.push({ id: 'result', state: 'later', title: t('kyc.history.result') });
  return (
    <Card title={t('kyc.soFar')}>
      <Timeline entries={entries} />
    </Card>
  );
}

/** Support, with the reference that finds the check. */
export function TalkCard({ reference }: { readonly reference: string | undefined }) {
  const { t } = useTranslation();
  const support = useConfig()?.support;
  if (!support) return null;
  return (
    <Card title={t('kyc.talk')} className="tight">
      {reference !== undefined && (
        <Text c="dimmed">{t('kyc.talkText', { reference: reference.slice(0, 8) })}</Text>
      )}
      <Flex component="p" gap="0 var(--s-24)" align="center" wrap="wrap">
        <a className="link" href={`mailto:${support.email}`}>
          <Icon name="mail" /> {support.email}
        </a>
        <a className="link" href={`tel:${support.phone.replaceAll(/[^+\d]/g, '')}`}>
          <Icon name="call" /> {support.phone}
        </a>
      </Flex>
    </Card>
  );
}
