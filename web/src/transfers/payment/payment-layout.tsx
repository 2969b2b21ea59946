import type { ReactNode } from 'react';
import type { Transaction } from '@kernel/money/transfers';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { PaymentSummary } from './payment-summary';

interface PaymentLayoutProps {
  readonly transfer: Transaction;
  readonly children: ReactNode;
}

/** The payment next to the summary of its transfer, which can no longer be edited: on a phone the payment comes first. */
export function PaymentLayout({ transfer, children }: PaymentLayoutProps) {
  const { data: overview } = useFeeSchedule();
  return (
    <div className="payment payment-open">
      <PaymentSummary payment={transfer} thirdParty={overview?.thirdParty ?? []} editable={false} />
      {children}
    </div>
  );
}
