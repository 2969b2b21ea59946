import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindPayments } from '../lifecycle/provider-lookup.js';
import { CardPayments } from './card-payments.js';

/** Finds the payments of a transfer at the processor, and the refunds of the recorded payment. */
@QueryHandler(FindPayments)
export class FindPaymentsHandler implements IQueryHandler<FindPayments> {
  constructor(private readonly processor: CardPayments) {}

  async execute({ transferId, paymentRef }: FindPayments) {
    const found = await this.processor.paymentsOf(transferId);
    if (paymentRef === null) return { payments: found, refunds: [] };
    const isFound = found.some((payment) => payment.paymentRef === paymentRef);
    // The processor's search lags behind.
    const payments = isFound ? found : [await this.processor.find(paymentRef), ...found];
    return { payments, refunds: await this.processor.refundsOf(paymentRef) };
  }
}
