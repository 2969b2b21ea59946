/** The records of one transfer at the simulated card processor and PayPal. */
export interface AtProviders {
  /** Cents of each charge. */
  readonly charges: readonly number[];
  /** Authorizations that were neither captured nor cancelled. */
  readonly reserved: number;
  /** Cents of each refund. */
  readonly refunds: readonly number[];
  /** Status of each payout. */
  readonly payouts: readonly string[];
}

interface ListedPayment {
  readonly payment: {
    readonly amount_received: number;
    readonly amount_capturable: number;
    readonly metadata: { readonly transferId: string };
  };
  readonly refunds: readonly { readonly amount: number }[];
}

interface ListedPayout {
  readonly senderBatchId: string;
  readonly status: string;
}

/** The records by transfer, from the newest hundred payments and payouts of a simulator. */
export async function atProviders(simulatorUrl: string): Promise<(transferId: string) => AtProviders> {
  const listed = async (what: string): Promise<unknown> =>
    (await fetch(`${simulatorUrl}/control/${what}`)).json();
  const { items: payments } = (await listed('payments')) as { readonly items: readonly ListedPayment[] };
  const { items: payouts } = (await listed('payouts')) as { readonly items: readonly ListedPayout[] };
  return (transferId) => {
    const own = payments.filter(({ payment }) => payment.metadata.transferId === transferId);
    return {
      charges: own.map(({ payment }) => payment.amount_received).filter((cents) => cents > 0),
      reserved: own.filter(({ payment }) => payment.amount_capturable > 0).length,
      refunds: own.flatMap(({ refunds }) => refunds.map(({ amount }) => amount)),
      payouts: payouts
        .filter(({ senderBatchId }) => senderBatchId === transferId)
        .map(({ status }) => status),
    };
  };
}

/** How often each provider was called since the simulator started. */
export async function callsTo(simulatorUrl: string): Promise<unknown> {
  return (await fetch(`${simulatorUrl}/control/calls`)).json();
}
