import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { referenceError, type TypedReason } from '../reveal/access-reason';
import { ReasonFields } from '../reveal/reason-fields';

/** Asks for the reason before anything is read. */
export function ReasonCard({ onReason }: { readonly onReason: (reason: TypedReason) => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<TypedReason>({ kind: 'support', reference: '' });
  const [error, setError] = useState<string | null>(null);
  const reference = useRef<HTMLInputElement>(null);
  return (
    <Card title={t('replay.why')}>
      <form
        className="stack-16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = referenceError(reason);
          setError(wrong);
          if (wrong === null) onReason(reason);
          else reference.current?.focus();
        }}
      >
        <div className="reason-fields">
          <ReasonFields
            value={reason}
            error={error === null ? undefined : t(error)}
            referenceRef={reference}
            onChange={(changed) => {
              setReason(changed);
              setError(null);
            }}
          />
        </div>
        <p className="muted t14">{t('replay.recorded')}</p>
        <Button type="submit" tone="primary" size="sm">
          {t('replay.open')}
        </Button>
      </form>
    </Card>
  );
}
