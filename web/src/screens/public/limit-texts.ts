import type { TFunction } from 'i18next';
import type { FeeScheduleOverview } from '@kernel/money/transfers';
import { formatMoneyShort } from '../../lib/format';

/** The limits of every sender, as this deployment sets them. */
export function limitTexts(t: TFunction, language: string, overview: FeeScheduleOverview) {
  const money = (amount: string) => formatMoneyShort(amount, language);
  const { verifiedWeeklyLimit } = overview;
  const figures = {
    weekly: money(overview.weeklyLimit),
    perTransfer: money(overview.perTransferLimit),
    minimum: money(overview.minimum),
  };
  const verifiedInTotal =
    verifiedWeeklyLimit === null
      ? []
      : [t('feesPage.limitVerifiedWeekly', { weekly: money(verifiedWeeklyLimit) })];
  return [
    t('feesPage.limitUnverified', figures),
    t('feesPage.limitVerified', figures),
    ...verifiedInTotal,
    t('feesPage.limitEach', figures),
  ];
}
