import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/parts/avatar';
import { Icon } from '../../ui/parts/icon';
import { PlatformTile } from '../../ui/parts/platform-tile';
import { isFilledIn } from './quick-send-rules';
import type { RepeatRecipient } from './repeat-recipients';
import type { QuickSendForm } from './use-quick-send';

interface RepeatRecipientsProps {
  readonly people: readonly RepeatRecipient[];
  readonly form: QuickSendForm;
}

/** The latest recipients: one press fills in name, platform and handle; the last tile is for a new recipient. */
export function RepeatRecipients({ people, form }: RepeatRecipientsProps) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  const isNew = form.isOpened && !people.some((person) => isFilledIn(person, form.values));
  return (
    <div className="quick-people" role="group" aria-label={t('quick.again')}>
      {people.map((person) => (
        <button
          type="button"
          key={`${person.platform} ${person.handle}`}
          className="person"
          aria-pressed={isFilledIn(person, form.values)}
          aria-label={t('quick.againTo', { ...person })}
          onClick={() => {
            form.fillIn(person);
          }}
        >
          <span className="person-sign">
            <Avatar name={person.recipient} size={48} />
            <PlatformTile platform={person.platform} size={24} />
          </span>
          <span className="person-name">{shortNameOf(person, people)}</span>
        </button>
      ))}
      <button
        type="button"
        className="person"
        aria-pressed={isNew}
        aria-label={t('quick.newRecipient')}
        onClick={() => {
          form.openRecipient(true);
        }}
      >
        <span className="person-sign">
          <span className="person-plus">
            <Icon name="plus" />
          </span>
        </span>
        <span className="person-name">{t('quick.new')}</span>
      </button>
    </div>
  );
}

/** The first name, or the whole one where two people share it. */
function shortNameOf({ recipient, handle }: RepeatRecipient, people: readonly RepeatRecipient[]): string {
  const first = (name: string) => name.trim().split(/\s+/)[0] ?? '';
  const isShared = people.some(
    (other) => other.handle !== handle && first(other.recipient) === first(recipient),
  );
  return isShared ? recipient : first(recipient);
}
