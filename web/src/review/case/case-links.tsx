import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OtherCase } from '@kernel/staff/compliance';
import { RuleName } from '../../rules/editor/rule-name';

/** Other cases of a sender, by their rules. */
export function CaseLinks({ cases }: { readonly cases: readonly OtherCase[] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {cases.map((other) => (
        <li key={other.id}>
          <Link className="link" to={`/compliance/cases/${other.id}`}>
            <RuleName id={other.ruleId} /> (
            {t(`compliance.caseStates.${other.reviewed ? 'reviewed' : 'open'}`)})
          </Link>
        </li>
      ))}
    </ul>
  );
}
