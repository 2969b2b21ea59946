import '@mantine/notifications/styles.css';
import { Notifications, notifications, type NotificationData } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button';
import { Icon } from './icon';
import { TOAST_MS } from './toasts';

const WIDTH_PX = 400;

/** Where toasts appear; Mantine places them, holds them while one looks at them and takes them away. */
export function Toaster() {
  return (
    <Notifications
      position="top-right"
      autoClose={TOAST_MS}
      containerWidth={WIDTH_PX}
      renderNotification={(notification) => <Toast notification={notification} />}
    />
  );
}

function Toast({ notification }: { readonly notification: NotificationData }) {
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
