import { useTranslation } from 'react-i18next';
import { payoutRouteOf, type Platform } from '@kernel/money/platforms';
import { Box } from '@mantine/core';
import { formatArrival } from '../../lib/format';
import { Icon } from '../../ui/parts/icon';
import { STRONG, WithStrong } from '../../ui/parts/with-strong';
import { useArrivalAfter } from './use-arrival';

/** When the money usually arrives if it is paid now, and who sends it there. */
export function ArrivalEstimate({ platform }: { readonly platform: Platform }) {
  const { t, i18n } = useTranslation();
  const arrivesBy = useArrivalAfter(platform, null);
  const sender = payoutRouteOf(platform) === 'desk' ? 'byHand' : 'automatic';
  return (
    <Box className="note" mb="sm">
      <Icon name="clock" />
      <p>
        {arrivesBy !== null && (
          <>
            <WithStrong
              text={t('tx.state.arrives', { when: STRONG })}
              strong={formatArrival(arrivesBy, i18n.language)}
            />
            <br />
          </>
        )}
        {t(`payment.arrival.${sender}`, { platform })}
      </p>
    </Box>
  );
}
