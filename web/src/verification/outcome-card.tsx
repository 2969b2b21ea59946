import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PER_TRANSFER_LIMIT_CENTS } from '@kernel/money/limits';
import type { VerificationOverview } from '@kernel/people/verification';
import { Flex, Text, ThemeIcon } from '@mantine/core';
import { formatMoment, formatMoneyShort } from '../lib/format';
import { Card } from '../ui/parts/card';
import { Icon, type IconName } from '../ui/parts/icon';

/** States in which the provider has the documents, or had them. */
type Outcome = 'wait' | 'retry' | 'restart';

const SIGNS: Readonly<Record<Outcome, IconName>> = { wait: 'clock', retry: 'alert', restart: 'clock' };
const TONES: Readonly<Record<Outcome, string>> = { wait: 'warning', retry: 'danger', restart: 'neutral' };
const STEPS = ['one', 'two', 'three'] as const;

interface OutcomeCardProps {
  readonly name: Outcome;
  /** Key of the text. */
  readonly why: string;
  readonly overview: VerificationOverview;
  readonly children?: ReactNode;
}

/** What became of a check: when, why, what to do next, and the way to do it. */
export function OutcomeCard({ name, why, overview, children }: OutcomeCardProps) {
  const { t, i18n } = useTranslation();
  const at = overview.items[0]?.updatedAt;
  const limit = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  return (
    <Card
      title={t(`kyc.${name}Title`)}
      sign={
        <ThemeIcon size={48} radius="xl" color={TONES[name]}>
          <Icon name={SIGNS[name]} size={24} />
        </ThemeIcon>
      }
      subtitle={
        <>
          {at && formatMoment(at, i18n.language)}
          {name !== 'wait' && (
            <>
              {' · '}
              <span>{t('kyc.attempts', { count: overview.attemptsLeft })}</span>
            </>
          )}
        </>
      }
      className="stack-16"
    >
      <div>
        {name !== 'wait' && (
          <Text component="h3" fz="sm" c="dimmed">
            {t('kyc.whyOutcome')}
          </Text>
        )}
        <p>{t(why)}</p>
      </div>
      <div className="rule">
        <Text component="h3" fz="sm" c="dimmed">
          {t(name === 'wait' ? 'kyc.whatHappens' : 'kyc.whatToDo')}
        </Text>
        <ol>
          {STEPS.map((step, index) => (
            <Flex component="li" key={step} gap="sm" mt="xs">
              <ThemeIcon size={24} radius="xl" color="neutral" c="var(--text)" fz="xs" fw="var(--fw-strong)">
                {index + 1}
              </ThemeIcon>
              <span>{t(`kyc.steps.${name}.${step}`, { limit })}</span>
            </Flex>
          ))}
        </ol>
      </div>
      {children}
    </Card>
  );
}
