import { useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FULL_NAME_MAX_LENGTH } from '@kernel/people/verification';
import { checkFullName } from '../accounts/passwords/checks';
import { useMe } from '../accounts/use-session';
import { ApiError } from '../lib/api/api-error';
import { useOnline } from '../lib/use-online';
import { useProblemText } from '../lib/api/use-problem-text';
import { Button } from '../ui/forms/button';
import { Checkbox } from '../ui/forms/checkbox';
import { FieldError } from '../ui/forms/field';
import { Icon } from '../ui/parts/icon';
import { TextField } from '../ui/forms/text-field';
import { useStartVerification } from './use-verification';

interface ConsentFormProps {
  /** The button's text: the fixed one, or "continue". */
  readonly label: string;
  /** A check that is already open keeps the name it was started with. */
  readonly isOpen: boolean;
  /** Leaves for the provider's hosted page. */
  readonly leave: (url: string) => void;
}

/**
 * The name on the ID and consent, then the way to the provider. The one button that is disabled until it may be
 * pressed (specification §2).
 */
export function ConsentForm({ label, isOpen, leave }: ConsentFormProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const [consent, setConsent] = useState(false);
  const { emailConfirmed } = useMe();
  const name = useFullName();
  const hint = hintOf({ emailConfirmed, online, consent });
  const { trigger, isMutating, data, error } = useStartVerification(leave);
  const opening = isMutating || data === 'leaving';
  const start = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isOpen) void trigger(undefined);
    else if (name.check()) void trigger(name.field.value);
  };
  return (
    <form className="stack-16" noValidate onSubmit={start}>
      {!isOpen && <TextField {...name.field} />}
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
        type="submit"
        tone="primary"
        block
        disabled={hint !== null}
        busy={opening}
        busyText={t('kyc.opening')}
        aria-describedby={hint === null ? undefined : 'consent-hint'}
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
    </form>
  );
}

/** The full name of the account, to be corrected to the one on the ID (decision 16). */
function useFullName() {
  const { t } = useTranslation();
  const { fullName } = useMe();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(fullName);
  const [refusal, setRefusal] = useState<string | null>(null);
  return {
    /** Shows what is wrong and returns false, or returns true. */
    check: () => {
      const found = checkFullName(value);
      setRefusal(found);
      if (found !== null) input.current?.focus();
      return found === null;
    },
    field: {
      ref: input,
      label: t('signup.fullName'),
      description: t('kyc.nameHint'),
      autoComplete: 'name',
      value,
      error: refusal && t(refusal, { nameMax: FULL_NAME_MAX_LENGTH }),
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setValue(event.target.value);
        setRefusal(null);
      },
    },
  };
}

interface Conditions {
  readonly emailConfirmed: boolean;
  readonly online: boolean;
  readonly consent: boolean;
}

/** The missing step before the button may be pressed, or null. */
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
