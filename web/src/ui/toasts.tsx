import { notifications, type NotificationData } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button';
import { Icon } from './icon';

/** How long a toast stays (spec §9); hovering or focusing one holds it. */
export const TOAST_MS = 5_000;

/** Says that something worked. */
export function showSuccess(message: string): void {
  notifications.show({ message, role: 'status', autoClose: TOAST_MS });
}

/** Says that something failed; the screen keeps a trace of it in its place. */
export function showError(message: string): void {
  notifications.show({ message, role: 'alert', autoClose: TOAST_MS });
}

/** Takes every message away: what they said is settled. */
export function clearToasts(): void {
  notifications.clean();
}

/** How one message looks; Mantine places it, holds it and takes it away. */
export function Toast({ notification }: { readonly notification: NotificationData }) {
  const { t } = useTranslation();
  const failed = notification.role === 'alert';
  return (
    <div className="toast">
      <Icon name={failed ? 'alert' : 'checkCircle'} className={failed ? 'tone-danger' : 'tone-success'} />
      <span>{notification.message}</span>
      <IconButton
        icon="close"
        size={16}
        label={t('common.dismiss')}
        onClick={() => {
          if (notification.id) notifications.hide(notification.id);
        }}
      />
    </div>
  );
}
