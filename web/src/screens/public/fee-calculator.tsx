import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FEE_SCHEDULES, feesOf } from '@kernel/money/fees';
import { PER_TRANSFER_LIMIT_CENTS } from '@kernel/money/limits';
import { centsOf as moneyCentsOf } from '@kernel/money/money';
import { Group, Text } from '@mantine/core';
import { formatAmountInput, formatMoney, formatMoneyShort, parseAmountInput } from '../../lib/format';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { Amount } from '../../ui/parts/amount';
import { Chip } from '../../ui/parts/chip';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { FeeLines, NO_FIGURE } from '../../ui/parts/fee-lines';
import { TextField } from '../../ui/forms/text-field';

const FIRST_AMOUNT_CENTS = 120_00;
const EXAMPLES_CENTS = [45_00, 120_00, 500_00, 1_000_00];

/** The amount of a fee calculator; `cents` is 0 while it is not one that can be sent. */
export interface EnteredAmount {
  readonly input: string;
  readonly cents: number;
  readonly errorKey: string | null;
  readonly change: (input: string) => void;
}

/** The typed amount of a fee calculator. */
export function useEnteredAmount(): EnteredAmount {
  const { i18n } = useTranslation();
  const [input, setInput] = useState(() => inputOf(FIRST_AMOUNT_CENTS, i18n.language));
  const { data: overview } = useFeeSchedule();
  const cents = centsOf(input);
  const errorKey = errorKeyOf(input, cents, moneyCentsOf(overview?.minimum ?? '0.00'));
  return { input, cents: errorKey === null ? cents : 0, errorKey, change: setInput };
}

/** The field for the amount, and examples to take with one press. */
export function AmountField({ entered }: { readonly entered: EnteredAmount }) {
  const { t, i18n } = useTranslation();
  const limit = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  const { data: overview } = useFeeSchedule();
  const minimum = formatMoneyShort(overview?.minimum ?? '0.00', i18n.language);
  return (
    <div>
      <TextField
        label={t('quick.amount')}
        prefix="$"
        suffix="USD"
        money
        inputMode="decimal"
        autoComplete="off"
        placeholder={t('quick.placeholder')}
        value={entered.input}
        onChange={(event) => {
          entered.change(event.currentTarget.value);
        }}
        onBlur={() => {
          if (entered.cents > 0) entered.change(inputOf(entered.cents, i18n.language));
        }}
        error={entered.errorKey && t(entered.errorKey, { limit, minimum })}
      />
      <Group grow gap="xs" mt="sm" mb="lg" role="group" aria-label={t('landing.calculator.examples')}>
        {EXAMPLES_CENTS.map((example) => (
          <Chip
            key={example}
            px="xs"
            pressed={example === entered.cents}
            onClick={() => {
              entered.change(inputOf(example, i18n.language));
            }}
          >
            {formatMoneyShort(example, i18n.language)}
          </Chip>
        ))}
      </Group>
    </div>
  );
}

interface CostProps {
  readonly cents: number;
  /** What the platform deducts from the amount before delivery. */
  readonly deductedCents?: number;
}

/** What an amount costs by the active schedule, and what arrives of it. */
export function Cost({ cents, deductedCents = 0 }: CostProps) {
  const { t, i18n } = useTranslation();
  const { data: overview, error, mutate } = useFeeSchedule();
  if (error && !overview) {
    return <ErrorBlock title={t('feesPage.failed')} error={error} onRetry={() => void mutate()} />;
  }
  const schedule = overview?.schedule ?? FEE_SCHEDULES[0];
  const fees = cents > 0 ? feesOf(cents, schedule) : null;
  return (
    // The lines keep their place while the schedule loads, but show nothing that may be wrong.
    <div className={overview ? undefined : 'not-yet'}>
      <FeeLines fees={fees} schedule={schedule} />
      <Text className="gets" mt="lg">
        <span>{t('landing.calculator.gets')}</span>
        <Text component="b" fz="lg">
          <Received cents={cents} deductedCents={deductedCents} />
        </Text>
      </Text>
      <p className="visually-hidden" role="status">
        {overview && fees
          ? t('landing.calculator.spoken', { total: formatMoney(fees.totalCents, i18n.language) })
          : ''}
      </p>
    </div>
  );
}

function Received({ cents, deductedCents }: Required<CostProps>) {
  if (cents === 0) return NO_FIGURE;
  return <Amount value={Math.max(0, cents - deductedCents)} />;
}

/** 0 for what is no amount; an amount longer than any transfer is still over the limit. */
function centsOf(input: string): number {
  const amount = parseAmountInput(input);
  return amount === null ? 0 : Math.round(Number(amount) * 100);
}

function inputOf(cents: number, language: string): string {
  return formatAmountInput(String(cents / 100), language);
}

function errorKeyOf(input: string, cents: number, minimumCents: number): string | null {
  if (input.trim() === '') return null;
  if (parseAmountInput(input) === null) return 'landing.calculator.notAnAmount';
  if (cents > PER_TRANSFER_LIMIT_CENTS) return 'landing.calculator.tooMuch';
  return cents < minimumCents ? 'landing.calculator.tooLittle' : null;
}
