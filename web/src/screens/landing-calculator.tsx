import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FEE_SCHEDULES, feesOf } from '@kernel/fees';
import { PER_TRANSFER_LIMIT_CENTS } from '@kernel/limits';
import { parseAmountCents } from '@kernel/money';
import { formatAmountInput, formatMoney, formatMoneyShort, parseAmountInput } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { Amount } from '../ui/amount';
import { Card } from '../ui/card';
import { Chip } from '../ui/chip';
import { ErrorBlock } from '../ui/error-block';
import { FeeLines } from '../ui/fee-lines';
import { TextField } from '../ui/text-field';

const FIRST_AMOUNT_CENTS = 120_00;
const EXAMPLES_CENTS = [45_00, 120_00, 500_00, 1_000_00];

/** What a transfer costs, before anyone signs up. */
export function LandingCalculator() {
  const { t, i18n } = useTranslation();
  const [input, setInput] = useState(() => inputOf(FIRST_AMOUNT_CENTS, i18n.language));
  const cents = centsOf(input);
  const tooMuch = cents > PER_TRANSFER_LIMIT_CENTS;
  const limit = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  return (
    <Card title={t('landing.calculator.title')} className="calculator">
      <TextField
        label={t('quick.amount')}
        prefix="$"
        suffix="USD"
        money
        inputMode="decimal"
        autoComplete="off"
        placeholder={t('quick.placeholder')}
        value={input}
        onChange={(event) => {
          setInput(event.currentTarget.value);
        }}
        onBlur={() => {
          if (cents > 0) setInput(inputOf(cents, i18n.language));
        }}
        error={errorKeyOf(input, tooMuch) && t(errorKeyOf(input, tooMuch) ?? '', { limit })}
      />
      <div className="calculator-examples flow" role="group" aria-label={t('landing.calculator.examples')}>
        {EXAMPLES_CENTS.map((example) => (
          <Chip
            key={example}
            flex={1}
            px={8}
            pressed={example === cents}
            onClick={() => {
              setInput(inputOf(example, i18n.language));
            }}
          >
            {formatMoneyShort(example, i18n.language)}
          </Chip>
        ))}
      </div>
      <Cost cents={tooMuch ? 0 : cents} />
    </Card>
  );
}

function Cost({ cents }: { readonly cents: number }) {
  const { t, i18n } = useTranslation();
  const { data: overview, error, mutate } = useFeeSchedule();
  if (error && !overview) {
    return <ErrorBlock title={t('feesPage.failed')} error={error} onRetry={() => void mutate()} />;
  }
  const schedule = overview?.schedule ?? FEE_SCHEDULES[0];
  const fees = cents > 0 ? feesOf(cents, schedule) : NOTHING;
  return (
    // The lines keep their place while the schedule loads, but show nothing that may be wrong.
    <div className={overview ? undefined : 'not-yet'}>
      <FeeLines fees={fees} schedule={schedule} />
      <p className="gets">
        <span>{t('landing.calculator.gets')}</span>
        <b>
          <Amount value={cents} />
        </b>
      </p>
      <p className="visually-hidden" role="status">
        {overview && cents > 0
          ? t('landing.calculator.spoken', { total: formatMoney(fees.totalCents, i18n.language) })
          : ''}
      </p>
    </div>
  );
}

const NOTHING = { flipFeeCents: 0, processingFeeCents: 0, totalFeeCents: 0, totalCents: 0 };

function centsOf(input: string): number {
  const amount = parseAmountInput(input);
  return amount === null ? 0 : (parseAmountCents(amount) ?? 0);
}

function inputOf(cents: number, language: string): string {
  return formatAmountInput(String(cents / 100), language);
}

function errorKeyOf(input: string, tooMuch: boolean): string | null {
  if (tooMuch) return 'landing.calculator.tooMuch';
  return input.trim() !== '' && parseAmountInput(input) === null ? 'landing.calculator.notAnAmount' : null;
}
