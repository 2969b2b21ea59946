import { useTranslation } from 'react-i18next';
import { Box, Stack } from '@mantine/core';
import { Avatar } from '../../ui/parts/avatar';
import { Icon } from '../../ui/parts/icon';
import { PlatformTile, Tile } from '../../ui/parts/platform-tile';
import { isFilledIn } from './quick-send-rules';
import type { RepeatRecipient } from './repeat-recipients';
import type { QuickSendForm } from './use-quick-send';

interface RepeatRecipientsProps {
  readonly people: readonly RepeatRecipient[];
  readonly form: QuickSendForm;
}

/** A tile of the row. */
const PERSON = {
  component: 'button',
  type: 'button',
  className: 'person',
  align: 'center',
  justify: 'center',
  gap: 'xs',
  mih: 112,
  px: 4,
  py: 'sm',
  bdrs: 'md',
  fz: 'sm',
  lh: '20px',
} as const;

/** The latest recipients: one press fills in name, platform and handle; the last tile is for a new recipient. */
export function RepeatRecipients({ people, form }: RepeatRecipientsProps) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  const isNew = form.isOpened && !people.some((person) => isFilledIn(person, form.values));
  return (
    <div className="quick-people" role="group" aria-label={t('quick.again')}>
      {people.map((person) => (
        <Stack
          key={`${person.platform} ${person.handle}`}
          {...PERSON}
          aria-pressed={isFilledIn(person, form.values)}
          aria-label={t('quick.againTo', { ...person })}
          onClick={() => {
            form.fillIn(person);
          }}
        >
          <Box component="span" pos="relative">
            <Avatar name={person.recipient} size={48} />
            <PlatformTile platform={person.platform} size={24} />
          </Box>
          <span className="person-name">{shortNameOf(person, people)}</span>
        </Stack>
      ))}
      <Stack
        {...PERSON}
        aria-pressed={isNew}
        aria-label={t('quick.newRecipient')}
        onClick={() => {
          form.openRecipient(true);
        }}
      >
        <Tile w={48} h={48} bdrs="50%" c="var(--accent-text)" bg="var(--accent-soft)">
          <Icon name="plus" />
        </Tile>
        <span className="person-name">{t('quick.new')}</span>
      </Stack>
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
