import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { useLeaveGuard } from '../lib/use-leave-guard';

/** While active, asks before a link, the back button or closing the tab throws away what was typed. */
export function LeaveGuard({ active }: { readonly active: boolean }) {
  const { t } = useTranslation();
  const { asking, stay, leave } = useLeaveGuard(active);
  return (
    <Dialog
      place="center"
      open={asking}
      onClose={stay}
      title={t('profile.leaveTitle')}
      actions={
        <>
          <Button tone="primary" onClick={stay}>
            {t('profile.keepEditing')}
          </Button>
          <Button onClick={leave}>{t('profile.leave')}</Button>
        </>
      }
    >
      <p>{t('profile.leaveText')}</p>
    </Dialog>
  );
}
