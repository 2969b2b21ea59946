import { useTranslation } from 'react-i18next';
import { centsOf, parseAmountCents } from '@kernel/money/money';
import { Text } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import type { ApiError } from '../../lib/api/api-error';
import { formatMoney } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Notice } from '../../ui/feedback/notice';
import { useAllowance } from './use-allowance';
import { useForesight } from './use-foresight';
import { isOverWeek } from '../quick-send/use-refusal';

interface LimitRefusalProps {
  readonly error: ApiError;
  /** The smallest allowed transfer: less is not offered. */
  readonly minimum: string;
  /** The refused amount. */
  readonly wanted: string;
  readonly onSmaller: (amount: string) => void;
}

/** A refused send: why, unless the toast says it, when the amount fits, and the options. */
export function LimitRefusal({ error, minimum, wanted, onSmaller }: LimitRefusalProps) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const { forAmount } = useForesight();
  const { data: allowance } = useAllowance();
  const verified = useMe().verification === 'verified';
  const smaller = sendableOf(error, minimum);
  const weekly = isOverWeek(error);
  const foresight = weekly && allowance ? forAmount(wanted, allowance) : null;
  const money = (amount: string) => formatMoney(amount, i18n.language);
  return (
    <Notice tone="warning" icon="alert" role={weekly ? 'note' : 'alert'} title={weekly && t('limit.over')}>
      <p>{weekly ? t('limit.notSent') : problemText(error)}</p>
      {foresight !== null && <Text c="dimmed">{foresight}</Text>}
      <div className="actions">
        {smaller !== null && (
          <Button
            size="sm"
            onClick={() => {
              onSmaller(smaller);
            }}
          >
            {t('quick.smaller', { amount: money(smaller) })}
          </Button>
        )}
        {weekly && !verified && (
          <ButtonLink tone="subtle" size="sm" to="/verification">
            {t('quick.getVerified')}
          </ButtonLink>
        )}
      </div>
    </Notice>
  );
}

/** The largest amount that would be accepted according to the refusal, if it can be sent at all. */
function sendableOf(error: ApiError, minimum: string): string | null {
  const { sendable } = error.params;
  if (typeof sendable !== 'string' || parseAmountCents(sendable) === null) return null;
  return centsOf(sendable) >= centsOf(minimum) ? sendable : null;
}
