import { useState } from 'react';
import type { TransferDraft } from '@kernel/money/transfers';
import { useRead } from '../../lib/api/reads';
import { recipientKey } from '@kernel/people/recipients';
import { searchHeader } from '../list/transfer-filter';
import { useRecentTransfers } from '../use-transfers';

const MATCHES_LIMIT = '20';

export interface FirstSend {
  /** Nothing was ever sent to this recipient. */
  readonly isFirst: boolean;
  /** False until the responses have come, or failed; nothing is paid before. */
  readonly isKnown: boolean;
  readonly isAcknowledged: boolean;
  readonly acknowledge: (acknowledged: boolean) => void;
  /** How often Pay was pressed without the acknowledgement. */
  readonly misses: number;
  /** False, and counted in `misses`, while the warning has to be acknowledged first. */
  readonly allows: () => boolean;
}

/** Whether this is the first send to a recipient: then a warning has to be acknowledged, once. */
export function useFirstSend(draft: TransferDraft): FirstSend {
  const recent = useRecentTransfers();
  const isRecent = isSentIn(recent, draft);
  const isOlder = isRecent === false && recent.data?.nextCursor !== null;
  const wanted = {
    query: { platform: draft.platform, limit: MATCHES_LIMIT },
    header: searchHeader({ q: draft.handle }),
  };
  const older = useRead('/transfers', isOlder ? wanted : null);
  const wasSent = isOlder ? isSentIn(older, draft) : isRecent;
  const isFirst = wasSent === false;
  const [isAcknowledged, acknowledge] = useState(false);
  const [misses, setMisses] = useState(0);
  return {
    isFirst,
    isKnown: wasSent !== undefined,
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

/** Undefined until it is known; what cannot be read warns of nothing. */
function isSentIn(
  { data, error }: ReturnType<typeof useRecentTransfers>,
  draft: TransferDraft,
): boolean | undefined {
  if (error !== undefined && data === undefined) return true;
  return data?.items.some((sent) => recipientKey(sent) === recipientKey(draft));
}
