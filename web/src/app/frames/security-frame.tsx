import { useTranslation } from 'react-i18next';
import { isStaff, useSession } from '../../accounts/use-session';
import { Brand } from '../../ui/parts/brand';
import { FocusedPage } from './focused-page';
import { SignOutButton } from './sign-out-button';

/** The frame of the second factor: the logo, and for the signed-in the way out. */
export function SecurityFrame() {
  const { t } = useTranslation();
  const { me } = useSession().session;
  return (
    <FocusedPage
      bar={
        <>
          <Brand to="/" tag={me && isStaff(me) ? t('compliance.title') : undefined} />
          {me && <SignOutButton />}
        </>
      }
    />
  );
}
