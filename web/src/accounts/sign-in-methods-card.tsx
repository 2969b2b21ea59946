import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PROVIDER_NAMES, type SignInMethod } from '@kernel/accounts';
import { Card } from '../ui/card';

/** How the user can sign in; who has no password finds out how to set one. */
export function SignInMethodsCard({ methods }: { readonly methods: readonly SignInMethod[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('profile.methods')}>
      <ul className="rows">
        {methods.map((method) => (
          <li key={method} className="row">
            {method === 'password' ? t('profile.methodPassword') : PROVIDER_NAMES[method]}
          </li>
        ))}
      </ul>
      {!methods.includes('password') && (
        <>
          <p className="muted t14">{t('profile.noPassword')}</p>
          <Link className="link" to="/forgot">
            {t('profile.setPassword')}
          </Link>
        </>
      )}
    </Card>
  );
}
