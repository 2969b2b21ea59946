import { useTranslation } from 'react-i18next';
import { isStaff, useSession } from '../../accounts/use-session';
import { Brand } from '../../ui/parts/brand';
import { Fine } from '../../ui/parts/text';
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
          <span>
            <Brand to="/" />
            {me && isStaff(me) && (
              <Fine span p="2px var(--s-8)" bd="1px solid var(--border)" bdrs="sm">
                {t('compliance.title')}
              </Fine>
            )}
          </span>
          {me && <SignOutButton />}
        </>
      }
    />
  );
}
