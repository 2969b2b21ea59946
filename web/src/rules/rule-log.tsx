import { useTranslation } from 'react-i18next';
import type { RuleDetail } from '@kernel/staff/rule-views';
import { Box, Text } from '@mantine/core';
import { Card } from '../ui/parts/card';
import { Moment } from '../review/case/case-facts';

type Step = RuleDetail['steps'][number];

/** Who changed the rule, who agreed, and why. */
export function RuleLog({ steps }: Pick<RuleDetail, 'steps'>) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  return (
    <Card title={t('rules.log')}>
      <Box component="ul" className="lines" fz="sm">
        {steps.map((step) => (
          <li key={`${step.type} ${step.at}`}>
            <RuleStepText step={step} />
            {step.reason !== '' && (
              <Text className="as-typed" c="dimmed">
                {step.reason}
              </Text>
            )}
          </li>
        ))}
      </Box>
    </Card>
  );
}

/** "Draft saved by Robin Lindqvist, 10:02 AM". */
export function RuleStepText({ step: { type, name, at } }: { readonly step: Step }) {
  const { t } = useTranslation();
  return (
    <span>
      {t(`rules.did.${type}`)}
      {' · '}
      {name ?? t('rules.operator')}
      {' · '}
      <Moment at={at} />
    </span>
  );
}
