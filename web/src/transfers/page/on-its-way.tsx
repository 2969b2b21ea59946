import { useTranslation } from 'react-i18next';
import { Box, Flex, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { stepOf } from '@kernel/money/charge';
import { centsOf } from '@kernel/money/money';
import type { Transaction } from '@kernel/money/transfers';
import { firstNameOf, formatArrival } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Card } from '../../ui/parts/card';
import { Rows } from '../../ui/parts/row';
import { Muted } from '../../ui/parts/text';
import { useArrival } from './use-arrival';

/** How many the card shows; the others are counted. */
const SHOWN = 3;

/** The transfers that are paid and neither delivered nor on their way back, with how far each is. */
export function OnItsWay({ transfers }: { readonly transfers: readonly Transaction[] }) {
  const { t } = useTranslation();
  const underway = transfers.filter(isOnItsWay);
  if (underway.length === 0) return null;
  const more = underway.length - SHOWN;
  return (
    <Card
      title={t('dashboard.onItsWay')}
      aside={
        <b>
          <Amount value={underway.reduce((sum, { amount }) => sum + centsOf(amount), 0)} />
        </b>
      }
      className="on-its-way"
    >
      <Rows>
        {underway.slice(0, SHOWN).map((transfer) => (
          <Underway key={transfer.id} transfer={transfer} />
        ))}
      </Rows>
      {more > 0 && (
        <Box component={Link} className="link" mt="xs" mb={-8} to="/transactions">
          {t('dashboard.moreOnItsWay', { count: more })}
        </Box>
      )}
    </Card>
  );
}

function Underway({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  const { id, recipient, amount } = transfer;
  const { arrivesBy, isLate } = useArrival(transfer);
  const wayText = useWayText();
  return (
    <li>
      <Flex
        component={Link}
        direction="column"
        className="way"
        gap="xs"
        px="var(--pad)"
        py="sm"
        c="var(--text)"
        td="none"
        to={`/transactions/${id}`}
      >
        <Group component="span" justify="space-between" gap="md" wrap="nowrap">
          <b>{recipient}</b>
          <b>
            <Amount value={amount} />
          </b>
        </Group>
        <Group component="span" grow gap={4} aria-hidden="true">
          {barsOf(transfer, isLate).map(([step, state]) => (
            <Box component="span" key={step} h={4} bdrs={4} bg={BARS[state]} />
          ))}
        </Group>
        <Muted span>{isLate ? t('dashboard.way.late') : wayText(transfer, arrivesBy)}</Muted>
      </Flex>
    </li>
  );
}

/** Paid, and neither delivered nor on its way back. */
function isOnItsWay(transfer: Transaction): boolean {
  return ['processing', 'sent'].includes(transfer.status) && stepOf(transfer, 'captured') !== undefined;
}

/** Where the money is, and when it usually arrives. */
function useWayText(): (transfer: Transaction, arrivesBy: string | null) => string {
  const { t, i18n } = useTranslation();
  return (transfer, arrivesBy) => {
    const { recipient, platform } = transfer;
    const place = placeOf(transfer);
    const by = arrivesBy === null ? '' : formatArrival(arrivesBy, i18n.language);
    const isTimed = arrivesBy !== null && place !== 'unclaimed' && place !== 'recalling';
    const text = isTimed ? `${place}By` : place;
    return t(`dashboard.way.${text}`, {
      recipient: firstNameOf(recipient),
      platform,
      by,
    });
  };
}

/** What the sentence says of it. */
function placeOf(transfer: Transaction): 'paid' | 'sending' | 'sent' | 'unclaimed' | 'recalling' {
  if (transfer.status === 'processing') return stepOf(transfer, 'payout_submitted') ? 'sending' : 'paid';
  if (transfer.cancellable === 'recall') return 'unclaimed';
  return stepOf(transfer, 'cancel_requested') ? 'recalling' : 'sent';
}

/** Requested, paid, sent and delivered: the reached ones, then the one that happens now. */
function barsOf(
  transfer: Transaction,
  isLate: boolean,
): readonly (readonly [step: string, state: WayState])[] {
  const reached = transfer.status === 'sent' ? 3 : 2;
  return STEPS.map((step, index) => [
    step,
    index < reached ? 'done' : index > reached ? 'later' : isLate ? 'late' : 'now',
  ]);
}

type WayState = 'done' | 'now' | 'late' | 'later';

const BARS: Readonly<Record<WayState, string>> = {
  done: 'var(--accent)',
  now: 'var(--info)',
  late: 'var(--warning)',
  later: 'var(--track)',
};

const STEPS = ['requested', 'captured', 'payout_accepted', 'delivered'];
