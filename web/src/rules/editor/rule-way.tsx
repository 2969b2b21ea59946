import { useTranslation } from 'react-i18next';
import type { RuleDetail, RuleDraftItem } from '@kernel/staff/rule-views';
import { Box } from '@mantine/core';
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
      <Box component="ol" className="rule-way" fz="sm" aria-label={t('rules.way')}>
        <li>
          <Sign isDone>1</Sign>
          <span>
            <b>{t('rules.wayDraft')}</b>
            <Fine span>
              {draft.name ?? t('rules.operator')} · <Moment at={draft.at} />
            </Fine>
          </span>
        </li>
        <li>
          <Sign isDone={isTried}>2</Sign>
          <span>
            <b>{t('backtest.title')}</b>
            <Fine span>{isTried ? periodText(data) : t('rules.wayUntried')}</Fine>
          </span>
        </li>
        <Decision draft={draft} version={version} />
      </Box>
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
    <li>
      <Sign isDone={false}>3</Sign>
      <span>
        <b>{t('rules.wayActivate', { version })}</b>
        <Fine span>{t(`rules.${canDecide ? 'youDecide' : byOthers}`)}</Fine>
      </span>
      {!draft.returned && !canDecide && (
        <Badge tone="info" icon="people">
          {t('rules.waitsForLead')}
        </Badge>
      )}
    </li>
  );
}

function Sign({ isDone, children }: { readonly isDone: boolean; readonly children: string }) {
  return (
    <span className="rule-way-sign" data-done={isDone || undefined} aria-hidden="true">
      {isDone ? <Icon name="check" size={14} /> : children}
    </span>
  );
}
