import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AttemptItem, CaseDetail } from '@kernel/compliance';
import { builtInRule } from '@kernel/rules';
import { formatMoney } from '../lib/format';
import { Card } from '../ui/card';
import { RuleName } from './rule-name';
import { useRuleWords } from './use-rule-words';
import { useSpan } from './use-span';

/** The rule in words with its numbers: attempts, time span, each amount and its result. */
export function AlertReason({ detail }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const span = useSpan();
  const { sentence } = useRuleWords();
  const listed = useListed();
  const { attempts, ruleId } = detail;
  const numbers = useNumbers(detail);
  const firstAt = Date.parse(attempts[0]?.at ?? detail.createdAt);
  const lastAt = Date.parse(attempts.at(-1)?.at ?? detail.createdAt);
  return (
    <Card title={t('compliance.why')}>
      <p>
        {t(`compliance.whyTexts.${builtInRule(ruleId) ? ruleId : 'other'}`, {
          attempts: t('compliance.attempts', { count: detail.txCount }),
          span: span(lastAt - firstAt),
          ...numbers,
        })}
      </p>
      <p className="muted t14">{listed(attempts)}</p>
      <p className="t14">
        <Link className="link strong" to={`/compliance/rules/${ruleId}`}>
          <RuleName id={ruleId} /> v{detail.ruleVersion}
        </Link>{' '}
        <span className="muted">{sentence(detail.definition)}</span>
      </p>
    </Card>
  );
}

function useNumbers({ parameters }: CaseDetail): { readonly from: string; readonly below: string } {
  const { i18n } = useTranslation();
  const { from, below } = parameters;
  return {
    from: formatMoney(from, i18n.language),
    below: below === null ? '' : formatMoney(below, i18n.language),
  };
}

/** "$240.00 accepted, $230.00 refused (weekly limit)". */
function useListed(): (attempts: readonly AttemptItem[]) => string {
  const { t, i18n } = useTranslation();
  return (attempts) => {
    const texts = attempts.map((attempt) => {
      const amount = formatMoney(attempt.amount, i18n.language);
      return attempt.refused === null
        ? t('compliance.accepted', { amount })
        : t('compliance.refused', { amount, reason: t(`compliance.refusals.${attempt.refused}`) });
    });
    return new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(texts);
  };
}
