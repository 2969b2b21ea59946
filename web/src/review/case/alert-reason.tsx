import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseDetail } from '@kernel/staff/compliance';
import { Stack } from '@mantine/core';
import { Card } from '../../ui/parts/card';
import { STRONG, WithStrong } from '../../ui/parts/with-strong';
import { Muted } from '../../ui/parts/text';
import { AttemptsPlot, PlotKey } from './attempts-plot';
import { useAttemptTexts } from './use-attempt-texts';
import { useSpan } from '../frame/use-span';
import { RuleName } from '../../rules/editor/rule-name';
import { useRuleWords } from '../../rules/editor/use-rule-words';

/** Why a rule alerted: what it found in one sentence, a picture of it, and the rule itself in one sentence. */
export function AlertReason({ detail }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const span = useSpan();
  const texts = useAttemptTexts();
  const { sentence } = useRuleWords();
  const { attempts, ruleId, ruleVersion, txCount } = detail;
  const firstAt = Date.parse(attempts[0]?.at ?? detail.createdAt);
  const lastAt = Date.parse(attempts.at(-1)?.at ?? detail.createdAt);
  return (
    <Card className="tight" title={t('compliance.why')} aside={attempts.length > 0 && <PlotKey />}>
      <Stack gap="xs">
        <p>
          <WithStrong
            text={t(lastAt > firstAt ? 'compliance.found' : 'compliance.foundOne', {
              attempts: STRONG,
              span: span(lastAt - firstAt),
              listed: texts.all(attempts),
            })}
            strong={t('compliance.attempts', { count: txCount })}
          />
        </p>
        <AttemptsPlot detail={detail} />
        <Muted className="rule" mt={0} pt="xs">
          <Link className="link link-inline" to={`/compliance/rules/${ruleId}`}>
            <RuleName id={ruleId} /> v{ruleVersion}
          </Link>{' '}
          {sentence(detail.definition)}
        </Muted>
      </Stack>
    </Card>
  );
}
