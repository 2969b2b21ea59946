import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_REFERENCE_MAX_LENGTH, REVIEW_NOTE_MAX_LENGTH } from '@kernel/staff/compliance';
import { ReasonStep, type Shortcut } from '../reveal/reason-step';
import { useCaseWork, type CaseWork } from '../queue/use-cases';

/** The purpose of a dialog; its texts are under `compliance.steps`. */
export type ReasonedStep = 'snooze' | 'return' | 'reopen' | 'report' | 'reportAgain';

interface ReasonedCaseStepProps {
  readonly caseId: string;
  readonly step: ReasonedStep;
  /** The step from the text that was typed. */
  readonly workOf: (text: string) => CaseWork;
  /** The key that opens it. */
  readonly shortcut?: Shortcut;
  /** More fields. */
  readonly children?: ReactNode;
}

/** A step of a case that needs a text: its button, and the dialog that asks. */
export function ReasonedCaseStep({ caseId, step, workOf, shortcut, children }: ReasonedCaseStepProps) {
  const { t } = useTranslation();
  const work = useCaseWork(caseId);
  const isReport = step === 'report' || step === 'reportAgain';
  return (
    <ReasonStep
      subject={caseId}
      step={step}
      {...(shortcut && { shortcut })}
      texts={{
        button: t(`compliance.steps.${step}.button`),
        title: t(`compliance.steps.${step}.title`),
        text: t(`compliance.steps.${step}.text`),
        label: t(`compliance.steps.${step}.label`),
        required: t(`compliance.steps.${step}.required`),
        done: t(`compliance.steps.${step}.done`),
        back: t('compliance.holds.back'),
        busy: t('compliance.holds.busy'),
      }}
      rows={isReport ? 1 : 3}
      maxLength={isReport ? REPORT_REFERENCE_MAX_LENGTH : REVIEW_NOTE_MAX_LENGTH}
      send={(text) => work(workOf(text))}
    >
      {children}
    </ReasonStep>
  );
}
