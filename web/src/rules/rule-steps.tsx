import { useTranslation } from 'react-i18next';
import { RULE_REASON_MAX_LENGTH } from '@kernel/staff/rules';
import { ReasonStep } from '../review/reveal/reason-step';
import { useRuleWork } from './use-rules';

const DOES = { return: 'draft/return', pause: 'pause', retire: 'retire', retireAgreed: 'retire' } as const;
/** The purpose of a dialog; its texts are under `rules.steps`. */
export type RuleStepKind = keyof typeof DOES;

/** A step of a lead that needs a reason: its button, and the dialog that asks. */
export function ReasonedRuleStep({ id, step }: { readonly id: string; readonly step: RuleStepKind }) {
  const { t } = useTranslation();
  const work = useRuleWork(id);
  return (
    <ReasonStep
      subject={id}
      step={step}
      texts={{
        button: t(`rules.steps.${step}.button`),
        title: t(`rules.steps.${step}.title`),
        text: t(`rules.steps.${step}.text`),
        label: t('rules.reason'),
        required: t('rules.reasonRequired'),
        done: t(`rules.steps.${step}.done`),
        back: t('rules.cancel'),
        busy: t('rules.saving'),
      }}
      maxLength={RULE_REASON_MAX_LENGTH}
      send={(reason) => work({ does: DOES[step], body: { reason } })}
    />
  );
}
