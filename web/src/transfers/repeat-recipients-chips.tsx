import { useTranslation } from 'react-i18next';
import { Avatar } from '../ui/avatar';
import { Chip } from '../ui/chip';
import { withoutPrefix } from './quick-send-rules';
import { repeatRecipients, type RepeatRecipient } from './repeat-recipients';
import type { QuickSendForm } from './use-quick-send';

interface RepeatRecipientsProps {
  readonly recent: Parameters<typeof repeatRecipients>[0];
  readonly form: QuickSendForm;
}

/** The people sent to last: one press fills in who and where. */
export function RepeatRecipients({ recent, form }: RepeatRecipientsProps) {
  const { t } = useTranslation();
  const people = repeatRecipients(recent);
  if (people.length === 0) return null;
  return (
    <div className="flow quick-again" role="group" aria-label={t('quick.again')}>
      {people.map((person) => (
        <Chip
          key={`${person.platform} ${person.handle}`}
          pressed={isFilledIn(person, form)}
          leftSection={<Avatar name={person.recipient} size={24} />}
          maw={140}
          px={4}
          aria-label={t('quick.againTo', { ...person })}
          onClick={() => {
            const handle = withoutPrefix(person.platform, person.handle);
            form.form.setValues({ recipient: person.recipient, platform: person.platform, handle });
            document.getElementById('quick-amount')?.focus();
          }}
        >
          <span className="quick-again-name">{person.recipient.split(' ')[0]}</span>
        </Chip>
      ))}
    </div>
  );
}

function isFilledIn({ platform, handle }: RepeatRecipient, { values }: QuickSendForm): boolean {
  return values.platform === platform && values.handle === withoutPrefix(platform, handle);
}
