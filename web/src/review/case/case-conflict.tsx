import { useTranslation } from 'react-i18next';
import type { CaseDetail } from '@kernel/staff/compliance';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Notice } from '../../ui/feedback/notice';
import { useStepTitle } from './case-log';
import { Moment } from './case-facts';

interface ConflictProps {
  readonly error: unknown;
  /** Of the case as it is loaded again: they know names and words. */
  readonly steps: CaseDetail['steps'];
}

/** Why a decision was refused; for one on what is out of date, what others have done since. */
export function CaseConflict({ error, steps }: ConflictProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const title = useStepTitle();
  if (error === undefined) return null;
  const changes = error instanceof ApiError ? error.changes : [];
  return (
    <Notice tone={changes.length > 0 ? 'warning' : 'danger'} icon="alert" role="alert">
      <p>{problemText(error)}</p>
      {changes.length > 0 && (
        <ul aria-label={t('compliance.whatChanged')}>
          {changes.map((change) => {
            const step = steps.find(
              ({ type, at, by }) => type === change.type && at === change.at && by === change.by,
            );
            return (
              <li key={`${change.type} ${change.at} ${change.by ?? ''}`}>
                {title(step ?? change)}
                {step?.name && ` · ${step.name}`} · <Moment at={change.at} />
              </li>
            );
          })}
        </ul>
      )}
    </Notice>
  );
}
