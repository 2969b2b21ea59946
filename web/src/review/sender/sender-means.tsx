import '@mantine/core/styles/Table.layer.css';
import { Flex, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cardText } from '@kernel/money/cards';
import type { SenderActivity } from '@kernel/staff/sender-activity';
import { formatDay } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Card } from '../../ui/parts/card';
import { PlatformTile } from '../../ui/parts/platform-tile';
import { Fine, Muted } from '../../ui/parts/text';
import { TableHead } from '../frame/table-head';
import { Revealable } from '../reveal/reveal-button';
import { OtherSenders } from './other-senders';

interface ActivityProps {
  readonly activity: SenderActivity;
}

const CARD_COLUMNS = [
  { name: 'card' },
  { name: 'firstUsed', className: 'wide-only' },
  { name: 'paid', className: 'number' },
  { name: 'declined', className: 'number' },
  { name: 'others' },
];

/** The cards that a sender saved or paid with, and who else did. */
export function SenderCards({ activity: { cards, reason } }: ActivityProps) {
  const { t, i18n } = useTranslation();
  return (
    <Card
      className="card-flush"
      title={t('activity.cards')}
      aside={<Fine span>{t('activity.cardsCompared')}</Fine>}
    >
      {cards.length === 0 ? (
        <Muted className="table-note">{t('activity.noCards')}</Muted>
      ) : (
        <Table className="attempts" verticalSpacing={9}>
          <TableHead columns={CARD_COLUMNS} textOf={(name) => t(`activity.columns.${name}`)} />
          <Table.Tbody>
            {cards.map((card, place) => (
              <Table.Tr key={`${place} ${cardText(card)}`}>
                <Table.Td>
                  <span className="nowrap">{cardText(card)}</span>{' '}
                  {card.isSaved && <Fine span>{t('activity.saved')}</Fine>}
                </Table.Td>
                <Table.Td className="wide-only">
                  {card.firstUsedAt === null
                    ? t('activity.never')
                    : formatDay(card.firstUsedAt, i18n.language)}
                </Table.Td>
                <Table.Td className="number">{card.paid}</Table.Td>
                <Table.Td className="number">{card.declined}</Table.Td>
                <Table.Td>
                  <OtherSenders others={card.others} reason={reason} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}

const HANDLE_COLUMNS = [
  { name: 'handle' },
  { name: 'sent', className: 'number' },
  { name: 'refused', className: 'number wide-only' },
  { name: 'amount', className: 'number wide-only' },
  { name: 'others' },
];

/** The handles that a sender attempted to send to, and who else did. */
export function SenderHandles({ activity: { handles, reason } }: ActivityProps) {
  const { t } = useTranslation();
  return (
    <Card
      className="card-flush"
      title={t('activity.handles')}
      aside={<Fine span>{t('activity.handlesCompared')}</Fine>}
    >
      {handles.length === 0 ? (
        <Muted className="table-note">{t('activity.noHandles')}</Muted>
      ) : (
        <Table className="attempts" verticalSpacing={9}>
          <TableHead columns={HANDLE_COLUMNS} textOf={(name) => t(`activity.columns.${name}`)} />
          <Table.Tbody>
            {handles.map(({ transferId, platform, handle, sent, refused, amount, others }, place) => (
              <Table.Tr key={`${place} ${handle}`}>
                <Table.Td>
                  <Flex gap="xs" align="center">
                    <PlatformTile platform={platform} size={24} />
                    {transferId === null ? (
                      handle
                    ) : (
                      <Revealable
                        masked={handle}
                        subject={transferId}
                        field="handle"
                        reason={reason}
                        compact
                      />
                    )}
                  </Flex>
                </Table.Td>
                <Table.Td className="number">{sent}</Table.Td>
                <Table.Td className="number wide-only">{refused}</Table.Td>
                <Table.Td className="number wide-only" fw={600}>
                  <Amount value={amount} />
                </Table.Td>
                <Table.Td>
                  <OtherSenders others={others} reason={reason} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}
