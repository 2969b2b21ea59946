import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/rule-views';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Moment } from './case-facts';
import { RuleDifferences } from './rule-differences';
import { useRuleWords } from './use-rule-words';

type Version = RuleDetail['versions'][number];

interface VersionsProps {
  readonly rule: RuleDetail;
  /** Puts a definition into the editor; null for those who may not draft. */
  readonly onUse: ((definition: RuleDefinitionOnWire) => void) | null;
}

/** Every version with who wrote it, who agreed, and what it found; each is compared with the latest one. */
export function RuleVersions({ rule, onUse }: VersionsProps) {
  const { t } = useTranslation();
  const [latest, ...earlier] = rule.versions;
  return (
    <Card title={t('rules.versions')}>
      {!latest && <p className="muted">{t('rules.noVersions')}</p>}
      <ul className="rule-versions t14">
        {latest && <VersionRow version={latest} isLatest onUse={null} />}
        {earlier.map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            isLatest={false}
            onUse={onUse}
            {...(latest && { latest: latest.definition })}
          />
        ))}
      </ul>
    </Card>
  );
}

interface RowProps extends Pick<VersionsProps, 'onUse'> {
  readonly version: Version;
  readonly isLatest: boolean;
  readonly latest?: RuleDefinitionOnWire;
}

function VersionRow({ version: row, isLatest, latest, onUse }: RowProps) {
  const { t } = useTranslation();
  const { sentence } = useRuleWords();
  const [isCompared, setIsCompared] = useState(false);
  return (
    <li className="stack-8">
      <p>
        <b>v{row.version}</b>{' '}
        {row.activatedAt === null ? t('rules.builtIn') : <Moment at={row.activatedAt} />}
        {row.endedAt !== null && (
          <>
            {' '}
            {t('rules.until')} <Moment at={row.endedAt} />
          </>
        )}
      </p>
      <p className="muted">
        {row.drafterName !== null &&
          row.approverName !== null &&
          `${t('rules.draftedAndActivated', { drafter: row.drafterName, approver: row.approverName })} `}
        {t('rules.cases', { count: row.hits.cases })}
      </p>
      {isLatest && <p>{sentence(row.definition)}</p>}
      {latest && (
        <div className="flow">
          <Button
            size="xs"
            aria-expanded={isCompared}
            onClick={() => {
              setIsCompared(!isCompared);
            }}
          >
            {t('rules.compare')}
          </Button>
          {onUse && (
            <Button
              size="xs"
              tone="subtle"
              onClick={() => {
                onUse(row.definition);
              }}
            >
              {t('rules.useAgain')}
            </Button>
          )}
        </div>
      )}
      {latest && isCompared && <RuleDifferences before={latest} after={row.definition} />}
    </li>
  );
}
