import { useTranslation } from 'react-i18next';
import type { CaseDetail } from '@kernel/compliance';
import { formatMoney } from '../lib/format';
import { Card } from '../ui/card';
import { STRONG, WithStrong } from '../ui/with-strong';
import { AttemptsPlot } from './attempts-plot';
import { useAttemptTexts } from './use-attempt-texts';
import { useSpan } from './use-span';

/** Why a rule alerted: what it found in one sentence, a picture of it, and the rule itself in one sentence. */
export function AlertReason({ detail }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const span = useSpan();
  const texts = useAttemptTexts();
  const bandOf = useBand();
  const { attempts, ruleId, ruleVersion, action, parameters, txCount } = detail;
  const firstAt = Date.parse(attempts[0]?.at ?? detail.createdAt);
  const lastAt = Date.parse(attempts.at(-1)?.at ?? detail.createdAt);
  return (
    <Card title={t('compliance.why')}>
      <div className="stack-16">
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
        <p className="rule muted t14">
          <WithStrong
            text={t(parameters.windowMs > 0 ? 'compliance.ruleWithin' : 'compliance.ruleSingle', {
              rule: STRONG,
              version: ruleVersion,
              count: parameters.count,
              band: bandOf(detail),
              span: span(parameters.windowMs),
            })}
            strong={t(`compliance.rules.${ruleId}`)}
          />{' '}
          {t(`compliance.ruleActions.${action}`)}
        </p>
      </div>
    </Card>
  );
}

/** The amounts that the rule counts. */
function useBand(): (detail: CaseDetail) => string {
  const { t, i18n } = useTranslation();
  return ({ parameters: { from, below } }) => {
    const money = (amount: string) => formatMoney(amount, i18n.language);
    if (below !== null) return t('compliance.bands.between', { from: money(from), below: money(below) });
    if (Number(from) > 0.01) return t('compliance.bands.from', { from: money(from) });
    return t('compliance.bands.any');
  };
}
