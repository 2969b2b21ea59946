import type { ReactNode } from 'react';
import { Box, Group, ThemeIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RuleDetail, RuleDraftItem } from '@kernel/staff/rule-views';
import { useMe } from '../../accounts/use-session';
import { Badge } from '../../ui/feedback/badge';
import { Card } from '../../ui/parts/card';
import { Icon } from '../../ui/parts/icon';
import { Fine } from '../../ui/parts/text';
import { Moment } from '../../review/case/case-facts';
import { isSameRule } from './rule-form';
import { usePeriodText } from '../../review/frame/use-period-text';
import type { RuleBacktest } from '../backtests/use-rule-backtest';

interface WayProps {
  readonly rule: RuleDetail;
  readonly draft: RuleDraftItem;
  readonly backtest: RuleBacktest;
}

/** The progress of a draft: saved, backtested, activated by another person. */
export function RuleWay({ rule, draft, backtest: { data } }: WayProps) {
  const { t } = useTranslation();
  const periodText = usePeriodText();
  const version = (rule.versions[0]?.version ?? 0) + 1;
  const isTried = data?.state === 'done' && isSameRule(data.definition, draft.definition);
  return (
    <Card>
      <Group component="ol" gap="md var(--s-32)" align="stretch" fz="sm" aria-label={t('rules.way')}>
        <Step
          sign="1"
          isDone
          title={t('rules.wayDraft')}
          text={
            <>
              {draft.name ?? t('rules.operator')} · <Moment at={draft.at} />
            </>
          }
        />
        <Step
          sign="2"
          isDone={isTried}
          title={t('backtest.title')}
          text={isTried ? periodText(data) : t('rules.wayUntried')}
        />
        <Decision draft={draft} version={version} />
      </Group>
    </Card>
  );
}

/** Who decides: not the person who saved it last. */
function Decision({ draft, version }: { readonly draft: RuleDraftItem; readonly version: number }) {
  const { t } = useTranslation();
  const { uid, roles } = useMe();
  const isOwn = draft.by === uid;
  const canDecide = roles.includes('lead') && !isOwn;
  const byOthers = isOwn ? 'waitsForOther' : 'leadDecides';
  return (
    <Step
      sign="3"
      isDone={false}
      title={t('rules.wayActivate', { version })}
      text={t(`rules.${canDecide ? 'youDecide' : byOthers}`)}
    >
      {!draft.returned && !canDecide && (
        <Badge tone="info" icon="people">
          {t('rules.waitsForLead')}
        </Badge>
      )}
    </Step>
  );
}

interface StepProps {
  readonly sign: string;
  readonly isDone: boolean;
  readonly title: string;
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

function Step({ sign, isDone, title, text, children }: StepProps) {
  return (
    <Group component="li" flex="1 1 260px" gap="var(--s-8) var(--s-12)">
      <ThemeIcon
        variant={isDone ? 'filled' : 'outline'}
        color="info"
        size={24}
        radius="xl"
        fz="xs"
        fw={600}
        aria-hidden
      >
        {isDone ? <Icon name="check" size={14} /> : sign}
      </ThemeIcon>
      <Box flex="1 1 160px">
        <b>{title}</b>
        <Fine>{text}</Fine>
      </Box>
      {children}
    </Group>
  );
}
