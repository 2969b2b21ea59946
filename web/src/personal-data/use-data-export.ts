import { useEffect, useState } from 'react';
import { apiAddress, sendJson } from '../lib/api/api';
import { useRead } from '../lib/api/reads';
import { saveFrom } from '../lib/api/save-file';
import { useSend } from '../lib/api/use-send';
import { useLanguage } from '../preferences/use-language';

/** How often it is asked how far a download is. */
const ASK_EVERY_MS = 1_000;
/** A download that has not begun by then did not. */
const BEGINS_WITHIN_MS = 15_000;

/** The download of one's own data: how far it is, and how to begin it. */
export function useDataExport() {
  const { language } = useLanguage();
  /** The size known before a download that has been begun and not been seen yet; null without one. */
  const [begun, setBegun] = useState<{ readonly bytes: number | null } | null>(null);
  const [isLost, setLost] = useState(false);
  const { data, mutate } = useRead(
    '/me/export',
    {},
    {
      refreshInterval: (known) => (begun || known?.state === 'making' ? ASK_EVERY_MS : 0),
    },
  );
  const isSeen = begun !== null && (data?.state === 'making' || (data?.bytes ?? null) !== begun.bytes);
  useEffect(() => {
    if (!begun) return undefined;
    const timer = setTimeout(
      () => {
        setBegun(null);
        setLost(!isSeen);
      },
      isSeen ? 0 : BEGINS_WITHIN_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [begun, isSeen]);
  const { trigger, isMutating, error } = useSend(async () => {
    const requested = await sendJson('POST', '/me/export');
    setLost(false);
    if (requested.state === 'ready') {
      setBegun({ bytes: requested.bytes });
      saveFrom(apiAddress('/me/export.zip', { query: { lang: language } }));
    }
    await mutate(requested, { revalidate: false });
  });
  return { data, begin: () => void trigger(), isBeginning: isMutating || begun !== null, error, isLost };
}
