import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PROVIDER_NAMES, type SignInMethod, type SocialProvider } from '@kernel/accounts';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { MethodMark } from './method-mark';
import { RemoveProvider } from './remove-provider';

interface SignInMethodsCardProps {
  readonly methods: readonly SignInMethod[];
  /** After a provider was removed. */
  readonly onChanged: () => void;
}

/** How the user can sign in. A provider can be removed; who has no password finds out how to set one. */
export function SignInMethodsCard({ methods, onChanged }: SignInMethodsCardProps) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState<SocialProvider | null>(null);
  const hasPassword = methods.includes('password');
  return (
    <Card title={t('profile.methods')}>
      <ul className="rows">
        {methods.map((method) => (
          <MethodRow key={method} method={method} onRemove={setRemoving} />
        ))}
      </ul>
      {!hasPassword && (
        <>
          <p className="muted t14">{t('profile.noPassword')}</p>
          <Link className="link" to="/forgot">
            {t('profile.setPassword')}
          </Link>
        </>
      )}
      {removing && (
        <RemoveProvider
          provider={removing}
          isLast={!hasPassword}
          onRemoved={onChanged}
          onClose={() => {
            setRemoving(null);
          }}
        />
      )}
    </Card>
  );
}

function MethodRow({
  method,
  onRemove,
}: {
  readonly method: SignInMethod;
  readonly onRemove: (provider: SocialProvider) => void;
}) {
  const { t } = useTranslation();
  if (method === 'password')
    return (
      <li className="row">
        <MethodMark method={method} />
        <span className="row-who">{t('profile.methodPassword')}</span>
      </li>
    );
  const provider = PROVIDER_NAMES[method];
  return (
    <li className="row">
      <MethodMark method={method} />
      <span className="row-who">{provider}</span>
      <Button
        size="sm"
        aria-label={t('profile.removeNamed', { provider })}
        onClick={() => {
          onRemove(method);
        }}
      >
        {t('profile.remove')}
      </Button>
    </li>
  );
}
