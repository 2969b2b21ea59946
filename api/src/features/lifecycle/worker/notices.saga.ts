import { stateless, type Saga } from '../../../event-sourcing/saga.js';
import { noticeStream, type PaymentNotice, type PayoutNotice } from './notices.rules.js';

export type Noticed =
  | { readonly type: 'ApplyPaymentNotice'; readonly notice: PaymentNotice['data'] }
  | { readonly type: 'ApplyPayoutNotice'; readonly notice: PayoutNotice['data'] };

/** Processes every recorded webhook once, after the response was sent. */
export const noticesSaga: Saga<null, Noticed, PaymentNotice | PayoutNotice> = {
  name: 'provider-notices',
  startAt: 'beginning',
  prefixes: [noticeStream.prefix],
  ...stateless,
  react({ id, type, data }) {
    if (type === 'PaymentNoticeReceived' && data.transferId !== null && data.subject !== null)
      return [{ commandIdParts: [id], command: { type: 'ApplyPaymentNotice', notice: data } }];
    if (type === 'PayoutNoticeReceived' && data.payoutId !== null && data.state !== null)
      return [{ commandIdParts: [id], command: { type: 'ApplyPayoutNotice', notice: data } }];
    return [];
  },
};
