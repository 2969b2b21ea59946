import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { handleText } from '@kernel/text/handle-text';
import { endingOf, type NextStep, nextStepOf } from '@kernel/money/endings';
import { isReversed, type Transaction } from '@kernel/money/transfers';
import { Flex } from '@mantine/core';
import { formatExact, formatWeekday } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Avatar } from '../../ui/parts/avatar';
import { ButtonLink } from '../../ui/forms/button';
import { PlatformTile } from '../../ui/parts/platform-tile';
import { Muted } from '../../ui/parts/text';
import { dayWordOf } from './day-word';
import { addressOf, EndingReason, TransferMeta, TransferState } from './listed-transfer';
import { nextState, type PendingPayment } from '../payment/pending-payment';

interface TransferRowProps {
  readonly transfer: Transaction | PendingPayment;
}

/** A transfer of /transactions: columns where the screen is wide enough, the dashboard's row where it is not. */
export function TransferRow({ transfer }: TransferRowProps) {
  const { t } = useTranslation();
  const sent = 'status' in transfer ? transfer : null;
  const next = sent && nextOf(sent);
  const { recipient, platform, handle, amount } = transfer;
  return (
    <li className="row covered tx-row">
      <Avatar name={recipient} />
      <span className="row-who">
        <Link className="cover" to={addressOf(transfer)}>
          {recipient}
        </Link>
        <span className="row-meta tx-folded">
          <TransferMeta transfer={transfer} />
        </span>
        <span className="row-meta tx-column">
          <EndingReason transfer={transfer}>{handleText(handle)}</EndingReason>
        </span>
      </span>
      <Flex component="span" className="tx-column" gap="xs" align="center" fz="sm">
        <PlatformTile platform={platform} size={24} /> {platform}
      </Flex>
      <Muted span className="tx-column nowrap">
        <Weekday instant={transfer.createdAt} />
      </Muted>
      <span className="row-end">
        <b className={sent && isReversed(sent) ? 'row-released' : undefined}>
          <Amount value={amount} />
        </b>
        <TransferState transfer={transfer} />
      </span>
      <span className="tx-column tx-again">
        {next && (
          <ButtonLink
            size="xs"
            to="/dashboard"
            state={nextState(sent, next)}
            aria-label={t('tx.sendAgainTo', { recipient })}
          >
            {t('tx.sendAgain')}
          </ButtonLink>
        )}
      </span>
    </li>
  );
}

/** After a delivery, or an ending that leaves something to do, it can be sent again. */
function nextOf(transfer: Transaction): NextStep | null {
  const ending = endingOf(transfer);
  if (ending) return nextStepOf(ending);
  return transfer.status === 'delivered' ? 'send_again' : null;
}

function Weekday({ instant }: { readonly instant: string }) {
  const { t, i18n } = useTranslation();
  const word = dayWordOf(instant, new Date());
  return (
    <time dateTime={instant} title={formatExact(instant, i18n.language)}>
      {word ? t(`tx.${word}`) : formatWeekday(instant, i18n.language)}
    </time>
  );
}
