import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDetail, ReportKind } from '@kernel/staff/compliance';
import { pastedLine } from '@kernel/text/pasted-text';
import { Segments } from '../../ui/forms/segments';
import { ReasonedCaseStep } from './case-step';

const LATER_KINDS = ['amended', 'continuing'] as const satisfies readonly ReportKind[];

/** Recording the report that is due, or one that amends or continues the last; nothing while none may be filed. */
export function ReportStep({ detail }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const { id, reportDueAt, reportFiledAt } = detail;
  const isFirst = reportFiledAt === null;
  const [chosen, setChosen] = useState<(typeof LATER_KINDS)[number] | null>(null);
  const later = chosen ?? (reportDueAt === null ? 'amended' : 'continuing');
  const kind = isFirst ? 'initial' : later;
  if (isFirst && reportDueAt === null) return null;
  return (
    <ReasonedCaseStep
      caseId={id}
      step={isFirst ? 'report' : 'reportAgain'}
      workOf={(reference) => ({
        does: 'report',
        body: { kind, reference: pastedLine(reference), filedAt: new Date().toISOString() },
      })}
    >
      {!isFirst && (
        <Segments
          label={t('compliance.reportKind')}
          value={later}
          onChange={setChosen}
          options={LATER_KINDS.map((value) => ({ value, label: t(`compliance.reportKinds.${value}`) }))}
        />
      )}
    </ReasonedCaseStep>
  );
}
