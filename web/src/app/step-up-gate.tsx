import { useEffect, useState } from 'react';
import type { StepUpDialog } from '../accounts/second-factor/step-up';
import { onProofWanted } from '../lib/api/api';
import { withTexts } from './texts/i18n';

/** Most sessions never ask. */
const loadDialog = withTexts(
  ['account'],
  async () => (await import('../accounts/second-factor/step-up')).StepUpDialog,
);

interface Asked {
  readonly Dialog: typeof StepUpDialog;
  readonly settle: (isProven: boolean) => void;
}

/** Asks for a recent proof over whatever screen is open; the request that needed it continues afterwards, or is refused. */
export function StepUpGate() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      onProofWanted(async () => {
        const Dialog = await loadDialog();
        const isProven = await new Promise<boolean>((settle) => {
          setAsked({ Dialog, settle });
        });
        setAsked(null);
        return isProven;
      }),
    [],
  );
  if (!asked) return null;
  const { Dialog, settle } = asked;
  return (
    <Dialog
      onProven={() => {
        settle(true);
      }}
      onClose={() => {
        settle(false);
      }}
    />
  );
}
