import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { isSigningOut } from '../accounts/use-session';
import { Button } from '../ui/forms/button';
import { Dialog } from '../ui/feedback/dialog';

/** While active, asks before a link, the back button or closing the tab discards what was typed. */
export function LeaveGuard({ active }: { readonly active: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && currentLocation.pathname !== nextLocation.pathname && !isSigningOut(nextLocation),
  );
  useBeforeUnload((event) => {
    if (active) event.preventDefault();
  });
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      place="center"
      open={blocker.state === 'blocked'}
      onClose={stay}
      title={t('profile.leaveTitle')}
      actions={
        <>
          <Button tone="primary" onClick={stay}>
            {t('profile.keepEditing')}
          </Button>
          <Button onClick={() => blocker.proceed?.()}>{t('profile.leave')}</Button>
        </>
      }
    >
      <p>{t('profile.leaveText')}</p>
    </Dialog>
  );
}
