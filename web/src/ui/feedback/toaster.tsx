import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notification } from '@mantine/core';
import { Notifications, notifications, type NotificationData } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { Icon } from '../parts/icon';

export { notifications } from '@mantine/notifications';

const WIDTH_PX = 400;
/** How long a toast stays (specification §9); hovering or focusing it pauses the timer. */
const TOAST_MS = 5_000;

/** Where toasts appear; Mantine places them, pauses them on hover and removes them. */
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
    <Notification
      // The container announces it.
      role="presentation"
      withBorder
      radius="lg"
      color="transparent"
      icon={
        <Icon name={failed ? 'alert' : 'checkCircle'} color={failed ? 'var(--danger)' : 'var(--success)'} />
      }
      closeButtonProps={{
        'aria-label': t('common.dismiss'),
        icon: <Icon name="close" size={16} />,
        size: 44,
      }}
      onClose={() => {
        if (notification.id) notifications.hide(notification.id);
      }}
    >
      {notification.message}
    </Notification>
  );
}
