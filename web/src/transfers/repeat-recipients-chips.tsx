import { useTranslation } from 'react-i18next';
import { Avatar } from '../ui/avatar';
import { Chip } from '../ui/chip';
import { Icon } from '../ui/icon';
import { PlatformTile } from '../ui/platform-tile';
import { withoutPrefix } from './quick-send-rules';
import { repeatRecipients, type RepeatRecipient } from './repeat-recipients';
import type { QuickSendForm } from './use-quick-send';

interface RepeatRecipientsProps {
  readonly recent: Parameters<typeof repeatRecipients>[0];
  readonly form: QuickSendForm;
}

/** The latest recipients: one press fills in name, platform and handle; the last chip empties them. */
export function RepeatRecipients({ recent, form }: RepeatRecipientsProps) {
  const { t } = useTranslation();
  const recipients = repeatRecipients(recent);
  if (recipients.length === 0) return null;
  return (
    <div className="flow quick-again" role="group" aria-label={t('quick.again')}>
      {recipients.map((recipient) => (
        <Chip
          key={`${recipient.platform} ${recipient.handle}`}
          pressed={isFilledIn(recipient, form)}
          leftSection={<Avatar name={recipient.recipient} size={24} />}
          rightSection={<PlatformTile platform={recipient.platform} size={24} />}
          aria-label={t('quick.againTo', { ...recipient })}
          onClick={() => {
            form.fillIn(recipient);
          }}
        >
          <span className="quick-again-name">{recipient.recipient}</span>
        </Chip>
      ))}
      <Chip
        leftSection={<Icon name="plus" size={16} />}
        aria-label={t('quick.newRecipient')}
        onClick={() => {
          form.openRecipient(true);
        }}
      >
        {t('quick.new')}
      </Chip>
    </div>
  );
}

function isFilledIn({ platform, handle }: RepeatRecipient, { values }: QuickSendForm): boolean {
  return values.platform === platform && values.handle === withoutPrefix(platform, handle);
}
