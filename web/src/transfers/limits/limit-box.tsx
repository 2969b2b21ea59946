import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { centsOf } from '@kernel/money/money';
import type { Allowance } from '@kernel/money/transfers';
import { formatMoney } from '../../lib/format';
import { useMe } from '../../accounts/use-session';
import { usePendingStep } from '../../verification/use-verification';
import { Amount } from '../../ui/parts/amount';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { LimitBar } from '../../ui/feedback/limit-bar';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';
import { useNarrow } from '../../ui/parts/use-narrow';
import { SentMonths } from '../list/sent-months';
import { useForesight } from './use-foresight';

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
      <h2 className="t14 muted plain-heading" id={titleId}>
        {t(limited ? 'limit.title' : 'limit.titleUnlimited')}
      </h2>
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
  const { tier, used, weeklyLimit, remaining } = allowance;
  const { t, i18n } = useTranslation();
  const { ahead } = useForesight();
  const inReview = usePendingStep(useMe().verification) === 'wait';
  const narrow = useNarrow();
  const money = (amount: string) => formatMoney(amount, i18n.language);
  return (
    <>
      <p className="limit-amount">
        <Amount value={remaining} size="xl" />{' '}
        <span className="muted nowrap">{t('limit.of', { limit: money(weeklyLimit) })}</span>
      </p>
      <LimitBar
        usedCents={centsOf(used)}
        limitCents={centsOf(weeklyLimit)}
        label={t('limit.bar', { used: money(used), limit: money(weeklyLimit) })}
        legend={t('limit.used', { used: money(used) })}
        frees={ahead(allowance)}
      />
      {tier === 'unverified' && !narrow && !inReview && (
        <div className="rule">
          <LimitNotice remaining={remaining} />
        </div>
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
    <p className="t14 muted">
      {before}
      <Link to="/verification">{words}</Link>
      {after}
    </p>
  );
}

function Unlimited({ allowance }: { readonly allowance: Allowance }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <p className="limit-amount">
        <Amount value={allowance.perTransferLimit} size="xl" />{' '}
        <span className="muted nowrap">{t('limit.perTransfer')}</span>
      </p>
      <p className="limit-legend t14">
        <span>{t('limit.used', { used: formatMoney(allowance.used, i18n.language) })}</span>
        <span className="muted">{t('limit.noWeekly')}</span>
      </p>
    </>
  );
}

function LimitBones({ short }: { readonly short: boolean }) {
  return (
    <Skeleton>
      <div className={short ? 'limit-bones limit-bones-short' : 'limit-bones'}>
        <Bone width={160} height={40} />
        {!short && <Bone width="100%" height={8} />}
        <Bone width={200} />
        {!short && <Bone width="90%" />}
      </div>
    </Skeleton>
  );
}
