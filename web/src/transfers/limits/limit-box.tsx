import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { centsOf } from '@kernel/money/money';
import type { Allowance } from '@kernel/money/transfers';
import { Box, Stack, Text } from '@mantine/core';
import { formatMoney } from '../../lib/format';
import { useMe } from '../../accounts/use-session';
import { usePendingStep } from '../../verification/use-verification';
import { Amount } from '../../ui/parts/amount';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { LimitBar, LimitLegend } from '../../ui/feedback/limit-bar';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';
import { useNarrow } from '../../ui/parts/use-narrow';
import { Muted } from '../../ui/parts/text';
import { SentMonths } from '../list/sent-months';
import { useForesight } from './use-foresight';
import { useWeekTexts } from './use-week-texts';

interface LimitBoxProps {
  readonly allowance: Allowance | undefined;
  /** Decides the title and the placeholder while the limit loads. */
  readonly verified: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What may still be sent, with its own placeholder and its own error. */
export function LimitBox({ allowance, verified, error, onRetry }: LimitBoxProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const limited = allowance ? allowance.weeklyLimit !== null : !verified;
  return (
    <section className="card limit-box" aria-labelledby={titleId}>
      <Text component="h2" fz="sm" c="dimmed" lts={0} id={titleId}>
        {t(limited ? 'limit.title' : 'limit.titleUnlimited')}
      </Text>
      {allowance ? (
        <LimitContent allowance={allowance} />
      ) : error === undefined ? (
        <LimitBones short={verified} />
      ) : (
        <ErrorBlock silent title={t('limit.failed')} error={error} onRetry={onRetry} />
      )}
      {verified && <SentMonths />}
    </section>
  );
}

function LimitContent({ allowance }: { readonly allowance: Allowance }) {
  const { weeklyLimit, remaining } = allowance;
  if (weeklyLimit === null || remaining === null) return <Unlimited allowance={allowance} />;
  return <Limited {...allowance} weeklyLimit={weeklyLimit} remaining={remaining} />;
}

function Limited(allowance: Allowance & { readonly weeklyLimit: string; readonly remaining: string }) {
  const { tier, used, sent, weeklyLimit, remaining } = allowance;
  const { t, i18n } = useTranslation();
  const { ahead } = useForesight();
  const inReview = usePendingStep(useMe().verification) === 'wait';
  const narrow = useNarrow();
  const { legend, waiting, back } = useWeekTexts(allowance);
  const money = (amount: string) => formatMoney(amount, i18n.language);
  return (
    <>
      <Text m="var(--s-4) 0 var(--s-12)">
        <Amount value={remaining} size="xl" />{' '}
        <Text span className="nowrap" c="dimmed">
          {t('limit.of', { limit: money(weeklyLimit) })}
        </Text>
      </Text>
      <LimitBar
        usedCents={centsOf(used)}
        limitCents={centsOf(weeklyLimit)}
        waitingCents={centsOf(used) - centsOf(sent)}
        label={[t('limit.bar', { used: money(used), limit: money(weeklyLimit) }), waiting]
          .filter(Boolean)
          .join(', ')}
        legend={legend}
        waiting={waiting}
        frees={[back, ahead(allowance)].filter(Boolean).join(' ')}
      />
      {tier === 'unverified' && !narrow && !inReview && (
        <Box className="rule" mt="sm" pt="sm">
          <LimitNotice remaining={remaining} />
        </Box>
      )}
    </>
  );
}

/** The specified sentence; the words "Get verified" are the link. */
export function LimitNotice({ remaining }: { readonly remaining: string }) {
  const { t } = useTranslation();
  const words = t('limit.noticeLink');
  const [before = '', after = ''] = t('limit.notice', { remaining }).split(words);
  return (
    <Muted>
      {before}
      <Link to="/verification">{words}</Link>
      {after}
    </Muted>
  );
}

function Unlimited({ allowance }: { readonly allowance: Allowance }) {
  const { t } = useTranslation();
  const { legend, waiting } = useWeekTexts(allowance);
  return (
    <>
      <Text m="var(--s-4) 0 var(--s-12)">
        <Amount value={allowance.perTransferLimit} size="xl" />{' '}
        <Text span className="nowrap" c="dimmed">
          {t('limit.perTransfer')}
        </Text>
      </Text>
      <LimitLegend legend={legend} waiting={waiting} />
      <Muted>{t('limit.noWeekly')}</Muted>
    </>
  );
}

function LimitBones({ short }: { readonly short: boolean }) {
  return (
    <Skeleton>
      <Stack gap="md" pt="xs" mih={short ? 48 : { base: 152, sm: 179 }}>
        <Bone width={160} height={40} />
        {!short && <Bone width="100%" height={8} />}
        <Bone width={200} />
        {!short && <Bone width="90%" />}
      </Stack>
    </Skeleton>
  );
}
