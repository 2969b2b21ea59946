import '@mantine/core/styles/List.layer.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Box, List, Stack, Text } from '@mantine/core';
import type { AccountClosing, MoneyUnderWay } from '@kernel/people/closing';
import { formatDay, formatMoment, formatMoney } from '../lib/format';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { Checkbox } from '../ui/forms/checkbox';
import { SummaryBox } from '../ui/forms/error-summary';
import { Dialog } from '../ui/feedback/dialog';
import { useClosing } from './use-closing';
import { isStaff, useMe } from './use-session';

/** The row that closes the account: it says whether that is possible, and what has to end first. Its screen waits until it has loaded. */
export function CloseAccountRow() {
  const { t } = useTranslation();
  const { data } = useClosing();
  const staff = isStaff(useMe());
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="row">
      <Box flex={1} miw={0}>
        <Text fw="var(--fw-strong)">{t('closing.title')}</Text>
        <Text c="dimmed" fz="var(--fs-14)">
          {staff ? t('closing.staff') : data && <Sentence closing={data} />}
        </Text>
      </Box>
      {data && !staff && (
        <Button
          size="sm"
          tone="danger"
          aria-label={t('closing.title')}
          onClick={() => {
            setOpen(true);
          }}
        >
          {t('closing.close')}
        </Button>
      )}
      {data && isOpen && (
        <ClosingDialog
          closing={data}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </li>
  );
}

function Sentence({ closing: { blocking } }: { readonly closing: AccountClosing }) {
  const { t, i18n } = useTranslation();
  const [first, ...more] = blocking;
  if (!first) return <>{t('closing.possible')}</>;
  const sentence = t(`closing.once.${first.state}`, {
    amount: formatMoney(first.amount, i18n.language),
    recipient: first.recipient,
  });
  return <>{more.length > 0 ? t('closing.andMore', { sentence, count: more.length }) : sentence}</>;
}

interface DialogProps {
  readonly closing: AccountClosing;
  readonly onClose: () => void;
}

function ClosingDialog({ closing, onClose }: DialogProps) {
  return closing.possible ? (
    <ConfirmDialog keptUntil={closing.keptUntil} onClose={onClose} />
  ) : (
    <BlockedDialog blocking={closing.blocking} onClose={onClose} />
  );
}

/** What has to end first, each with its page: there an unpaid transfer can be cancelled. */
function BlockedDialog({
  blocking,
  onClose,
}: Pick<DialogProps, 'onClose'> & { readonly blocking: readonly MoneyUnderWay[] }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      place="center"
      title={t('closing.blockedTitle')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('closing.ok')}</Button>}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('closing.blockedText')}</Text>
        <List listStyleType="none" spacing="md">
          {blocking.map((one) => (
            <List.Item key={one.transferId}>
              <UnderWay of={one} />
            </List.Item>
          ))}
        </List>
      </Stack>
    </Dialog>
  );
}

function UnderWay({ of: { transferId, amount, recipient, state, until } }: { readonly of: MoneyUnderWay }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const transfer = t('closing.transfer', { amount: formatMoney(amount, language), recipient });
  const format = state === 'refunding' ? formatDay : formatMoment;
  return (
    <>
      <Link className="link link-inline" to={`/transactions/${transferId}`}>
        {transfer}
      </Link>
      <Text c="dimmed" fz="var(--fs-14)">
        {until === null
          ? t(`closing.state.${state}`)
          : t(`closing.until.${state}`, { time: format(until, language) })}
      </Text>
    </>
  );
}

function ConfirmDialog({
  keptUntil,
  onClose,
}: Pick<DialogProps, 'onClose'> & Pick<AccountClosing, 'keptUntil'>) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const { close, mutate } = useClosing();
  const [isSure, setSure] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { trigger, isMutating, error } = useSend(close, { onError: () => void mutate() });
  const confirm = () => {
    setMissing(!isSure);
    if (isSure) void trigger();
  };
  return (
    <Dialog
      open
      place="center"
      title={t('closing.confirmTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('closing.keep')}</Button>
          <Button tone="danger" busy={isMutating} onClick={confirm}>
            {t('closing.confirm')}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {error !== undefined && <SummaryBox title={problemText(error)} attempt={0} />}
        <List spacing="xs" listStyleType="disc">
          <List.Item>{t('closing.ends')}</List.Item>
          <List.Item>{t('closing.removes')}</List.Item>
          <List.Item>{t('closing.frees')}</List.Item>
        </List>
        <Text c="dimmed">{t('closing.kept', { day: formatDay(keptUntil, i18n.language) })}</Text>
        <Checkbox
          label={t('closing.sure')}
          checked={isSure}
          error={isMissing && !isSure ? t('closing.sureMissing') : undefined}
          onChange={({ currentTarget: { checked } }) => {
            setSure(checked);
          }}
        />
      </Stack>
    </Dialog>
  );
}
