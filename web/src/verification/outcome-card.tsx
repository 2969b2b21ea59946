import type { ReactNode } from 'react';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PER_TRANSFER_LIMIT_CENTS } from '@kernel/limits';
import type { VerificationOverview } from '@kernel/verification';
import { formatMoment, formatMoneyShort } from '../lib/format';
import { Card } from '../ui/card';
import { Icon, type IconName } from '../ui/icon';

/** States in which the provider has the documents, or had them. */
type Outcome = 'wait' | 'retry' | 'restart';

const SIGNS: Readonly<Record<Outcome, readonly [IconName, background: string, color: string]>> = {
  wait: ['clock', '--warning-soft', '--warning'],
  retry: ['alert', '--danger-soft', '--danger'],
  restart: ['clock', '--neutral-soft', '--text-2'],
};
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
  const [icon, background, color] = SIGNS[name];
  const at = overview.items[0]?.updatedAt;
  const limit = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  return (
    <Card
      title={t(`kyc.${name}Title`)}
      sign={
        <Box component="span" className="disc" w={48} h={48} bg={`var(${background})`} c={`var(${color})`}>
          <Icon name={icon} size={24} />
        </Box>
      }
      className="stack-16"
    >
      <div>
        {name !== 'wait' && <h3 className="t14 muted">{t('kyc.whyOutcome')}</h3>}
        <p>{t(why)}</p>
        <p className="t14 muted">
          {at && formatMoment(at, i18n.language)}
          {name !== 'wait' && (
            <>
              {' · '}
              <span>{t('kyc.attempts', { count: overview.attemptsLeft })}</span>
            </>
          )}
        </p>
      </div>
      <div className="rule">
        <h3 className="t14 muted">{t(name === 'wait' ? 'kyc.whatHappens' : 'kyc.whatToDo')}</h3>
        <ol className="stack-8">
          {STEPS.map((step, index) => (
            <Box component="li" key={step} className="note" mt="xs">
              <Box component="span" className="tile" style={{ '--tile': '24px', borderRadius: '50%' }}>
                {index + 1}
              </Box>
              <span>{t(`kyc.steps.${name}.${step}`, { limit })}</span>
            </Box>
          ))}
        </ol>
      </div>
      {children}
    </Card>
  );
}
