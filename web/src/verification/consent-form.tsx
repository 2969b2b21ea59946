import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMe } from '../accounts/use-session';
import { ApiError } from '../lib/api-error';
import { useOnline } from '../lib/use-online';
import { useProblemText } from '../lib/use-problem-text';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { FieldError } from '../ui/field';
import { Icon } from '../ui/icon';
import { useStartVerification } from './use-verification';

interface ConsentFormProps {
  /** The button's text: the fixed one, or "continue". */
  readonly label: string;
  /** Leaves for the provider's hosted page. */
  readonly leave: (url: string) => void;
}

/** Consent, then the way to the provider. The one button that is disabled until it may be pressed (specification §2). */
export function ConsentForm({ label, leave }: ConsentFormProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const [consent, setConsent] = useState(false);
  const { emailConfirmed } = useMe();
  const hint = hintOf({ emailConfirmed, online, consent });
  const { trigger, isMutating, data, error } = useStartVerification(leave);
  const opening = isMutating || data === 'leaving';
  return (
    <div className="stack-16">
      <div className="rule">
        <Checkbox
          label={t('kyc.consent')}
          checked={consent}
          onChange={(event) => {
            setConsent(event.target.checked);
          }}
        />
      </div>
      <Button
        tone="primary"
        block
        disabled={hint !== null}
        busy={opening}
        busyText={t('kyc.opening')}
        aria-describedby={hint === null ? undefined : 'consent-hint'}
        onClick={() => void trigger()}
      >
        {label}
      </Button>
      {hint !== null && (
        <p className="note" id="consent-hint">
          <Icon name="info" />
          <span>{t(hint)}</span>
        </p>
      )}
      {!opening && <StartError error={error} />}
      <p className="note rule">
        <Icon name="lock" />
        <span>
          {t('kyc.privacyText')} <Link to="/privacy">{t('kyc.privacy')}</Link>
        </span>
      </p>
    </div>
  );
}

interface Conditions {
  readonly emailConfirmed: boolean;
  readonly online: boolean;
  readonly consent: boolean;
}

/** What is missing before the button may be pressed, or null. */
function hintOf({ emailConfirmed, online, consent }: Conditions): string | null {
  if (!emailConfirmed) return 'kyc.emailRequired';
  if (!online) return 'kyc.offline';
  return consent ? null : 'kyc.consent_required';
}

function StartError({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  if (error === undefined) return null;
  const noResponse = !(error instanceof ApiError) || error.status === 0;
  return (
    <div role="alert">
      <FieldError id="start-error">{noResponse ? t('kyc.notReached') : problemText(error)}</FieldError>
    </div>
  );
}
