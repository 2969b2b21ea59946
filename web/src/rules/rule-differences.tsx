import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleDefinitionOnWire } from '@kernel/staff/rule-views';
import { Icon } from '../ui/parts/icon';
import { useRuleDifferences } from './editor/use-rule-words';

interface DifferencesProps {
  readonly before: RuleDefinitionOnWire;
  readonly after: RuleDefinitionOnWire;
}

/** What is different between two definitions: before and after, part by part. */
export function RuleDifferences({ before, after }: DifferencesProps) {
  const { t } = useTranslation();
  const differences = useRuleDifferences()(before, after);
  if (differences.length === 0) return <p className="muted t14">{t('rules.same')}</p>;
  return (
    <dl className="rule-differences t14">
      {differences.map(({ part, before: was, after: is }) => (
        <Fragment key={part}>
          <dt className="muted">{part}</dt>
          <dd>
            <del className="muted">{was}</del>
            <Icon name="arrowRight" size={14} />
            <ins>{is}</ins>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
