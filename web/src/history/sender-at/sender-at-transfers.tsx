import '@mantine/core/styles/Table.layer.css';
import { useState } from 'react';
import { Flex, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Platform } from '@kernel/money/platforms';
import { waitsForPayment } from '@kernel/money/transfers';
import type { PastRefusal, SenderAt, PastSender, PastTransfer } from '@kernel/staff/sender-at';
import { Amount } from '../../ui/parts/amount';
import { StatusBadge } from '../../ui/feedback/badge';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { PlatformTile } from '../../ui/parts/platform-tile';
import { Fine, Muted } from '../../ui/parts/text';
import { replayPath } from '../../review/reveal/access-reason';
import { Moment } from '../../review/case/case-facts';
import { OtherBasis } from '../../review/reveal/other-basis';
import { TableHead } from '../../review/frame/table-head';
import { useOtherWords, usePastValue } from '../use-past-words';
import { useMasked } from '../../review/reveal/use-masked';

/** Rows at first, and with each press. */
const PAGE = 50;
const COLUMNS = [
  { name: 'requested' },
  { name: 'transfer', className: 'wide-only' },
  { name: 'platform', className: 'wide-only' },
  { name: 'recipient', className: 'wide-only' },
  { name: 'amount', className: 'number' },
  { name: 'then' },
  { name: 'replay', className: 'number wide-only' },
];

interface TransfersProps {
  readonly at: SenderAt;
  readonly shown: PastSender;
}

type Row = Readonly<{ at: string } & ({ transfer: PastTransfer } | { refusal: PastRefusal })>;

/** The transfers and refused attempts until the instant, newest first, with their states then. */
export function SenderAtTransfers({ at, shown }: TransfersProps) {
  const { t } = useTranslation();
  const [pages, setPages] = useState(1);
  const rows = rowsOf(shown);
  const left = at.cut.transfers + at.cut.refusals;
  return (
    <Card className="card-flush" title={t('senderAt.transfers')} aside={<Fine span>{rows.length}</Fine>}>
      {rows.length === 0 ? (
        <Muted className="table-note">{t('senderAt.noTransfers')}</Muted>
      ) : (
        <Table className="cases" verticalSpacing={9}>
          <TableHead columns={COLUMNS} textOf={(name) => t(`senderAt.columns.${name}`)} />
          <Table.Tbody>
            {rows
              .slice(0, pages * PAGE)
              .map((row) =>
                'transfer' in row ? (
                  <TransferRow key={row.transfer.id} at={at} transfer={row.transfer} />
                ) : (
                  <RefusalRow key={row.refusal.id} refusal={row.refusal} />
                ),
              )}
          </Table.Tbody>
        </Table>
      )}
      {left > 0 && <Muted className="table-note">{t('senderAt.cut', { count: left })}</Muted>}
      {rows.length > pages * PAGE && (
        <div className="table-note">
          <Button size="xs" onClick={() => setPages(pages + 1)}>
            {t('compliance.loadMore')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function rowsOf({ transfers, refusals }: PastSender): readonly Row[] {
  const rows: readonly Row[] = [
    ...transfers.map((transfer) => ({ at: transfer.createdAt, transfer })),
    ...refusals.map((refusal) => ({ at: refusal.at, refusal })),
  ];
  return [...rows].sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** States of a payout that the transfer's own state says as well. */
const SAID_BY_STATUS: readonly string[] = ['pending', 'delivered'];

/** What the state alone does not say, in words. */
function useDetails(transfer: PastTransfer): readonly string[] {
  const { t } = useTranslation();
  const valueOf = usePastValue();
  const { payment, payout, dispute, isHeld } = transfer;
  return [
    isHeld ? t('replay.holds.held') : null,
    dispute && valueOf('dispute', dispute),
    payout && !SAID_BY_STATUS.includes(payout) ? valueOf('payout', payout) : null,
    payout || !payment || waitsForPayment(transfer) ? null : valueOf('payment', payment.state),
  ].filter((detail) => detail !== null);
}

function TransferRow({ at, transfer }: { readonly at: SenderAt; readonly transfer: PastTransfer }) {
  const { t } = useTranslation();
  const other = useOtherWords(at)(['status', 'payment', 'payout', 'dispute'], transfer.id);
  const details = useDetails(transfer);
  const { id, status } = transfer;
  return (
    <Table.Tr className={other === null ? undefined : 'state-change'}>
      <Table.Td>
        <Moment at={transfer.createdAt} />
      </Table.Td>
      <SharedCells {...transfer} />
      <Table.Td>
        <StatusBadge status={waitsForPayment(transfer) ? 'unpaid' : status} inRow />
        {details.length > 0 && (
          <Fine span display="block">
            {details.join(', ')}
          </Fine>
        )}
        <OtherBasis words={other} />
        <Link className="link narrow-only" to={replayPath(`transfers/${id}`, at.reason)}>
          {t('find.replay')}
        </Link>
      </Table.Td>
      <Table.Td className="number wide-only">
        <Link
          className="link"
          to={replayPath(`transfers/${id}`, at.reason)}
          aria-label={t('find.replayOf', { id: id.slice(0, 8) })}
        >
          {t('find.replay')}
        </Link>
      </Table.Td>
    </Table.Tr>
  );
}

function RefusalRow({ refusal }: { readonly refusal: PastRefusal }) {
  const { t } = useTranslation();
  const valueOf = usePastValue();
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={refusal.at} />
      </Table.Td>
      <SharedCells {...refusal} />
      <Table.Td c="dimmed" fz="sm">
        {t('senderAt.refused', { reason: valueOf('refusal', refusal.reason) })}
      </Table.Td>
      <Table.Td className="wide-only" />
    </Table.Tr>
  );
}

interface SharedCellsProps {
  readonly id: string;
  readonly platform: Platform;
  readonly recipient: string;
  readonly amount: string;
}

function SharedCells({ id, platform, recipient, amount }: SharedCellsProps) {
  const masked = useMasked();
  return (
    <>
      <Table.Td className="wide-only" ff="monospace" fz="sm">
        {id.slice(0, 8)}
      </Table.Td>
      <Table.Td className="wide-only">
        <Flex component="span" className="nowrap" gap="xs" align="center">
          <PlatformTile platform={platform} size={24} />
          {platform}
        </Flex>
      </Table.Td>
      <Table.Td className="wide-only">{masked(recipient)}</Table.Td>
      <Table.Td className="number" fw={600}>
        <Amount value={amount} />
      </Table.Td>
    </>
  );
}
