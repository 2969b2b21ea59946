import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type PendingLink, PROVIDER_NAMES } from '@kernel/people/accounts';
import { LinkForm } from '../../accounts/sign-in/link-form';
import { useSession } from '../../accounts/use-session';
import { OpenWanted } from '../../accounts/wanted-page';
import { useRead } from '../../lib/api/reads';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { PageHeading } from '../../ui/parts/page-heading';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';

/** Linking an account at a provider to the account that has the same address, with its password. */
export function LinkSignInScreen() {
  const { t } = useTranslation();
  const { session } = useSession();
  const { data, error, mutate } = useRead(
    '/auth/link',
    {},
    {
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  );
  if (session.status === 'signed-in') return <OpenWanted me={session.me} />;
  const title = data
    ? t('social.linkTitle', { provider: PROVIDER_NAMES[data.provider] })
    : t('social.linkTitleAny');
  return (
    <>
      <PageHeading title={title}>{title}</PageHeading>
      {data && <Password pending={data} />}
      {!data && error !== undefined && (
        <ErrorBlock title={t('social.linkFailed')} error={error} onRetry={() => void mutate()} />
      )}
      {!data && error === undefined && (
        <Skeleton>
          <Bone width="100%" height={280} />
        </Skeleton>
      )}
      <Link className="link" to="/signin">
        {t('forgot.backToSignIn')}
      </Link>
    </>
  );
}

function Password({ pending: { email, provider, returnTo } }: { readonly pending: PendingLink }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="form-lead wrap-anywhere">
        {t('social.linkLead', { email, provider: PROVIDER_NAMES[provider] })}
      </p>
      <LinkForm email={email} returnTo={returnTo} />
    </>
  );
}
