import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FEE_SCHEDULES, feesOf } from '@kernel/money/fees';
import { UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/money/limits';
import { Box, Flex, Stack, Text } from '@mantine/core';
import { formatMoney, formatMoneyShort, formatTime } from '../../lib/format';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { Avatar } from '../../ui/parts/avatar';
import { FeeLines } from '../../ui/parts/fee-lines';
import { Icon, type IconName } from '../../ui/parts/icon';
import { Timeline } from '../../ui/feedback/timeline';

const SENT_CENTS = 120_00;
const RECIPIENT = { name: 'Maya Okafor', platform: 'Cash App', handle: '$mayaokafor' };
/** The times of the example, in the reader's own zone. */
const PAID_AT_MS = new Date(2026, 0, 5, 14, 14).getTime();
const SENT_AT_MS = PAID_AT_MS + 60_000;

/** Next to the sign-up form: what a transfer costs. */
export function PriceExample() {
  const { t, i18n } = useTranslation();
  const { schedule, fees } = useExample();
  const limit = formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language);
  const pledges: readonly (readonly [IconName, string])[] = [
    ['clock', t('auth.example.stepsLine')],
    ['refund', t('landing.feature.refundText')],
    ['shield', t('landing.withoutVerification', { limit })],
  ];
  return (
    <Example
      title={t('auth.examplePrice')}
      lead={t('auth.examplePriceText')}
      foot={[t('landing.calculator.gets'), <b key="gets">{formatMoney(SENT_CENTS, i18n.language)}</b>]}
      after={pledges.map(([icon, text]) => (
        <p className="note" key={icon}>
          <Icon name={icon} />
          {text}
        </p>
      ))}
    >
      <FeeLines fees={fees} schedule={schedule} />
    </Example>
  );
}

/** Next to the other forms: what happens after paying. */
export function StepsExample() {
  const { t, i18n } = useTranslation();
  const total = formatMoney(useExample().fees.totalCents, i18n.language);
  const time = (atMs: number) => <time>{formatTime(atMs, i18n.language)}</time>;
  return (
    <Example
      title={t('auth.exampleSteps')}
      lead={t('auth.exampleStepsText')}
      foot={[t('auth.example.fails'), t('auth.example.back', { total })]}
    >
      <Timeline
        entries={[
          { id: 'requested', state: 'done', title: t('tx.step.requested'), time: time(PAID_AT_MS) },
          {
            id: 'paid',
            state: 'done',
            title: t('auth.example.paid'),
            time: time(PAID_AT_MS),
            text: t('auth.example.paidText', { total }),
          },
          {
            id: 'sent',
            state: 'now',
            title: t('auth.example.sent', RECIPIENT),
            time: time(SENT_AT_MS),
            text: t('auth.example.sentText', RECIPIENT),
          },
          {
            id: 'delivered',
            state: 'later',
            title: t('status.delivered'),
            text: t('auth.example.deliveredText'),
          },
        ]}
      />
    </Example>
  );
}

function useExample() {
  const { data: overview } = useFeeSchedule();
  const schedule = overview?.schedule ?? FEE_SCHEDULES[0];
  return { schedule, fees: feesOf(SENT_CENTS, schedule) };
}

interface ExampleProps {
  readonly title: string;
  readonly lead: string;
  readonly foot: readonly [ReactNode, ReactNode];
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

function Example({ title, lead, foot, after, children }: ExampleProps) {
  const { t, i18n } = useTranslation();
  const { data: overview } = useFeeSchedule();
  return (
    <Box component="aside" maw="var(--form)" aria-labelledby="example">
      <Text component="h2" fz={{ base: 'lg', sm: 'xl' }} mb={4} id="example">
        {title}
      </Text>
      <Text c="dimmed">{lead}</Text>
      {/* Keeps its place while the schedule loads, but shows no figure that may be wrong. */}
      <Stack mt="lg" gap="md" className={overview ? undefined : 'not-yet'}>
        <div className="card">
          <div className="row">
            <Avatar name={RECIPIENT.name} />
            <div className="row-who">
              <b>{RECIPIENT.name}</b>
              <span className="row-meta">
                {t('tx.via', RECIPIENT)}
                <span className="wide-only"> · {RECIPIENT.handle}</span>
              </span>
            </div>
            <b>{formatMoney(SENT_CENTS, i18n.language)}</b>
          </div>
          {children}
          <Flex
            component="p"
            className="card-foot"
            mt="lg"
            gap="xs"
            align="center"
            justify="space-between"
            wrap="wrap"
            fz="sm"
            c="dimmed"
            bg="var(--surface-2)"
            bdrs="0 0 var(--r-lg) var(--r-lg)"
          >
            <span>{foot[0]}</span>
            <span>{foot[1]}</span>
          </Flex>
        </div>
        {after}
      </Stack>
    </Box>
  );
}
