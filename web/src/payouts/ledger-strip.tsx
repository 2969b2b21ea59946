import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import type { Ledger, LedgerStrays } from '@kernel/money/payouts';
import { Box, Flex, Group, Text } from '@mantine/core';
import { useRead } from '../lib/api/reads';
import { formatMoney } from '../lib/format';
import { Amount } from '../ui/parts/amount';
import { Badge } from '../ui/feedback/badge';
import { Card } from '../ui/parts/card';
import { ErrorBlock } from '../ui/feedback/error-block';
import { Bone } from '../ui/feedback/skeleton';
import { Fine } from '../ui/parts/text';
import { ListGrid } from '../review/frame/list-grid';

const REFRESH_MS = 30_000;

/** What became of the money that was charged on this UTC day: nothing is missing, to the cent. */
export function LedgerStrip() {
  const { t, i18n } = useTranslation();
  const { data, error, mutate } = useRead(
    '/compliance/ledger',
    { query: { days: '1' } },
    { refreshInterval: REFRESH_MS },
  );
  const today = data?.days[0];
  if (!today && error)
    return <ErrorBlock title={t('ledger.failed')} error={error} onRetry={() => void mutate()} />;
  return (
    <Card busy={!today}>
      <Group gap="md" justify="space-between">
        <Sum aria-label={t('ledger.title')}>
          {PARTS.map(([name, sign]) => (
            <Figure key={name} sign={sign} label={t(`ledger.${name}`, { count: today?.openCount ?? 0 })}>
              {today ? (
                <strong>
                  <Amount value={today[name]} />
                </strong>
              ) : (
                <Bone width={88} height={30} />
              )}
            </Figure>
          ))}
        </Sum>
        <Balance today={today} />
      </Group>
      {today && centsOf(today.lost) > 0 && (
        <Text fz="sm">
          {t('ledger.lost', {
            lost: formatMoney(today.lost, i18n.language),
            loss: formatMoney(today.loss, i18n.language),
          })}
        </Text>
      )}
      {today && centsOf(today.strays.charged) > 0 && <StrayFigures strays={today.strays} />}
    </Card>
  );
}

/** With the charges of transfers, these are what the card processor has charged. */
function StrayFigures({ strays }: { readonly strays: LedgerStrays }) {
  const { t } = useTranslation();
  return (
    <Sum aria-label={t('ledger.strays.title')}>
      {STRAY_PARTS.map(([name, sign]) => (
        <Figure key={name} sign={sign} label={t(`ledger.strays.${name}`)}>
          <Amount value={strays[name]} />
        </Figure>
      ))}
    </Sum>
  );
}

/** Figures that make up a sum, which take two columns on a phone. */
function Sum(props: { readonly 'aria-label': string; readonly children: ReactNode }) {
  return (
    <ListGrid
      component="dl"
      flex="1 1 560px"
      cols={{ base: 2, sm: 5 }}
      spacing="xl"
      verticalSpacing="xs"
      {...props}
    />
  );
}

interface FigureProps {
  /** What stands before the figure in the sum; '' for the first. */
  readonly sign: string;
  readonly label: string;
  readonly children: ReactNode;
}

function Figure({ sign, label, children }: FigureProps) {
  return (
    <Flex pos="relative" direction="column" justify="space-between">
      <Fine component="dt">{label}</Fine>
      <Box component="dd" fz="lg" lh="28px">
        {sign !== '' && (
          <Text
            span
            className="wide-only"
            pos="absolute"
            bottom={0}
            left={-32}
            w={32}
            c="var(--text-3)"
            ta="center"
            lh="28px"
            aria-hidden
          >
            {sign}
          </Text>
        )}
        {children}
      </Box>
    </Flex>
  );
}

const STRAY_PARTS = [
  ['charged', ''],
  ['refunded', '='],
  ['closed', '+'],
  ['open', '+'],
] as const;

/** What was charged is what became of it. */
const PARTS = [
  ['captured', ''],
  ['delivered', '='],
  ['fees', '+'],
  ['refunded', '+'],
  ['open', '+'],
] as const;

function Balance({ today }: { readonly today: Ledger['days'][number] | undefined }) {
  const { t } = useTranslation();
  if (!today) return <Text span h={24} />;
  return today.isBalanced ? (
    <Badge tone="success" icon="check">
      {t('ledger.balanced')}
    </Badge>
  ) : (
    <Badge tone="danger" icon="alert">
      {t('ledger.differs')}
    </Badge>
  );
}
