import { useState } from 'react';
import type { TransferDraft } from '@kernel/money/transfers';
import { useRead } from '../../lib/api/reads';
import { recipientKey } from '@kernel/people/recipients';
import { searchHeader } from '../list/transfer-filter';
import { useRecentTransfers } from '../use-transfers';

const MATCHES_LIMIT = '20';

export interface FirstSend {
  /** Nothing was ever sent to this recipient, as far as the responses so far show. */
  readonly isFirst: boolean;
  readonly isAcknowledged: boolean;
  readonly acknowledge: (acknowledged: boolean) => void;
  /** How often Pay was pressed without the acknowledgement. */
  readonly misses: number;
  /** False, and counted in `misses`, while the warning has to be acknowledged first. */
  readonly allows: () => boolean;
}

/** Whether this is the first send to a recipient: then a warning has to be acknowledged, once. */
export function useFirstSend(draft: TransferDraft): FirstSend {
  const { data: recent } = useRecentTransfers();
  const isRecent = recent?.items.some((sent) => recipientKey(sent) === recipientKey(draft)) ?? true;
  const isOlder = !isRecent && recent?.nextCursor !== null;
  const wanted = {
    query: { platform: draft.platform, limit: MATCHES_LIMIT },
    header: searchHeader({ q: draft.handle }),
  };
  const { data: older } = useRead('/transfers', isOlder ? wanted : null);
  const [isAcknowledged, acknowledge] = useState(false);
  const [misses, setMisses] = useState(0);
  const isFirst =
    !isRecent &&
    (!isOlder || older?.items.some((sent) => recipientKey(sent) === recipientKey(draft)) === false);
  return {
    isFirst,
    isAcknowledged,
    acknowledge,
    misses,
    allows: () => {
      if (!isFirst || isAcknowledged) return true;
      setMisses(misses + 1);
      return false;
    },
  };
}
