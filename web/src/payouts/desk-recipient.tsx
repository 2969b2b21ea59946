import { useState, type ReactNode } from 'react';
import { Box, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mayReveal, type DeskTask, type RevealedPayout } from '@kernel/money/payouts';
import { useMe } from '../accounts/use-session';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { copyText } from '../ui/parts/copy-text';
import { Fine } from '../ui/parts/text';
import { showError } from '../ui/feedback/toasts';
import { useReveal } from './use-desk';
import { KeyHint } from '../review/frame/key-hint';
import { useKeys } from '../ui/keys/use-keys';

export interface Recipient {
  /** What the task's recipient is, once it was shown on this page. */
  readonly revealed: RevealedPayout | null;
  readonly canReveal: boolean;
  readonly reveal: () => void;
  readonly isBusy: boolean;
}

/** Who gets the money: masked until it is revealed, which is recorded. */
export function useRecipient({ transferId, kind, operator }: DeskTask): Recipient {
  const problemText = useProblemText();
  const { uid, roles } = useMe();
  const [revealed, setRevealed] = useState<RevealedPayout | null>(null);
  const { trigger, isMutating } = useSend(useReveal(transferId), {
    onSuccess: setRevealed,
    onError: (problem) => {
      showError(problemText(problem));
    },
  });
  const isAllowed = roles.includes('operator') && mayReveal(kind, { claimedBy: operator?.id ?? null, uid });
  return { revealed, canReveal: isAllowed && !revealed, reveal: () => void trigger(), isBusy: isMutating };
}

/** What is paid to whom, with what was reported of it, and the way to show what is masked. */
export function DeskFacts({
  task,
  recipient: { revealed, canReveal, reveal, isBusy },
}: {
  readonly task: DeskTask;
  readonly recipient: Recipient;
}) {
  const { t } = useTranslation();
  const { uid } = useMe();
  const { recipient, handle } = revealed ?? task;
  const { proposal } = task;
  const isAgreement = proposal !== null && proposal.operator.id !== uid;
  return (
    <Stack gap="xs">
      <Box
        component="dl"
        className="pairs"
        p="var(--s-4) var(--s-12)"
        bdrs="md"
        bg="var(--surface-2)"
        fz="sm"
      >
        <ReportedFacts task={task} />
        <div>
          <dt>{t('desk.recipient')}</dt>
          <dd>{recipient}</dd>
        </div>
        <div>
          <dt>{t('desk.columns.handle')}</dt>
          <Text component="dd" ff="monospace">
            {handle}
          </Text>
        </div>
        {revealed?.note && (
          <div>
            <dt>{t('desk.note')}</dt>
            <dd>{revealed.note}</dd>
          </div>
        )}
      </Box>
      {revealed && (
        <Button block size="xs" icon="copy" onClick={() => void copyText(handle, t('desk.handleCopied'))}>
          {t('desk.copyHandle')}
        </Button>
      )}
      {canReveal && <Reveal {...{ isAgreement, isBusy }} onReveal={reveal} />}
    </Stack>
  );
}

interface RevealProps {
  readonly isAgreement: boolean;
  readonly isBusy: boolean;
  readonly onReveal: () => void;
}

/** Shows what is masked; the key r does the same. */
function Reveal({ isAgreement, isBusy, onReveal }: RevealProps) {
  const { t } = useTranslation();
  const key = { key: 'r', text: t('desk.keyRevealText'), short: t('desk.keyReveal'), act: onReveal };
  useKeys(t('desk.title'), isBusy ? [] : [key]);
  return (
    <div>
      <Button
        block
        size="xs"
        icon="eye"
        tone={isAgreement ? 'primary' : 'default'}
        busy={isBusy}
        aria-keyshortcuts="r"
        onClick={onReveal}
      >
        {t('desk.reveal')}
        <KeyHint>r</KeyHint>
      </Button>
      <Fine mt={4}>{t(isAgreement ? 'desk.revealFirst' : 'desk.revealHint')}</Fine>
    </div>
  );
}

/** The outcome that a colleague reported, or how they paid a refund back. */
function ReportedFacts({ task: { proposal, refund } }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  if (refund?.settlement) {
    const { way, reference } = refund.settlement;
    return (
      <>
        <Fact name={t('desk.way')}>{t(`desk.ways.${way}`)}</Fact>
        <Fact name={t('desk.referenceName')}>{reference}</Fact>
      </>
    );
  }
  if (!proposal) return null;
  const { outcome, reference, words } = proposal;
  const isFailed = outcome === 'failed';
  return (
    <>
      <Fact name={t('desk.outcome')}>{t(`desk.outcomes.${outcome}`)}</Fact>
      <Fact name={t(isFailed ? 'desk.reason' : 'desk.referenceName')}>
        {isFailed ? t(`desk.reasons.${reference}`) : reference}
      </Fact>
      {words !== '' && (
        <Fact name={t('desk.quotation')}>
          <q>{words}</q>
        </Fact>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
