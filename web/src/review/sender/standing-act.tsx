import { useTranslation } from 'react-i18next';
import { STANDING_REASON_MAX_LENGTH } from '@kernel/staff/standing';
import { ReasonStep } from '../reveal/reason-step';
import { useStandingAct, type StandingAct } from './use-standing';

interface StandingActProps {
  readonly uid: string;
  readonly act: StandingAct;
  /** Whether another lead asked for it, so that this one carries it out. */
  readonly agrees?: boolean;
}

/** A lead's step about a sender: its button, and the dialog that asks why. */
export function StandingActButton({ uid, act, agrees = false }: StandingActProps) {
  const { t } = useTranslation();
  const run = useStandingAct(uid);
  const step = agrees ? `${act}Agreed` : act;
  const stops = act === 'pause' || act === 'suspend';
  return (
    <ReasonStep
      subject={uid}
      step={act}
      texts={{
        button: t(`standing.acts.${step}.button`),
        title: t(`standing.acts.${step}.title`),
        text: t(`standing.acts.${step}.text`),
        label: t('standing.reason'),
        hint: t('standing.reasonHint'),
        required: t('standing.reasonRequired'),
        done: t(`standing.acts.${step}.done`),
        back: t('standing.back'),
        busy: t('standing.saving'),
      }}
      maxLength={STANDING_REASON_MAX_LENGTH}
      {...(agrees && { tone: 'primary' })}
      {...(stops && { tone: 'danger', sendTone: 'danger' })}
      send={(why) => run(act, why)}
    />
  );
}
