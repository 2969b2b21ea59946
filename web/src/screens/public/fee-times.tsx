import { useTranslation } from 'react-i18next';
import type { Platform } from '@kernel/money/platforms';
import { Stack } from '@mantine/core';
import { formatArrival, formatDay } from '../../lib/format';
import { useArrivalAfter, useRefundFromNow } from '../../transfers/page/use-arrival';
import { Icon } from '../../ui/parts/icon';
import { STRONG, WithStrong } from '../../ui/parts/with-strong';

/** When the money usually arrives, and what happens if it cannot. */
export function FeeTimes({ platform }: { readonly platform: Platform }) {
  const { t, i18n } = useTranslation();
  const arrivesBy = useArrivalAfter(platform, null);
  const refundBy = useRefundFromNow();
  return (
    <Stack className="rule" gap="xs">
      <p className="note">
        <Icon name="clock" />
        <span>
          {arrivesBy !== null && (
            <WithStrong
              text={t('feesPage.arrives', { when: STRONG })}
              strong={formatArrival(arrivesBy, i18n.language)}
            />
          )}
        </span>
      </p>
      <p className="note">
        <Icon name="refund" />
        <span>
          {t('landing.feature.refundText')}{' '}
          {refundBy !== null && t('feesPage.refundBy', { when: formatDay(refundBy, i18n.language) })}
        </span>
      </p>
    </Stack>
  );
}
