import { useState } from 'react';
import { Box, Flex, Group, type KbdProps, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { FIND_WANTED } from '../../lib/navigation-state';
import { runsOf } from '../../lib/runs';
import { Dialog } from '../../ui/feedback/dialog';
import { Button } from '../../ui/forms/button';
import { Switch } from '../../ui/forms/switch';
import { useKeys, useKeysAreOn, useKeyTables, type KeyTable } from '../../ui/keys/use-keys';
import { KeyCap } from './key-hint';

/** The keys of every screen of the console; below the screen those of its own, and the list of all. */
export function ConsoleKeys({ canFind }: { readonly canFind: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isListed, setIsListed] = useState(false);
  const find = () => void navigate('/compliance/find', { state: FIND_WANTED });
  const list = () => {
    setIsListed(true);
  };
  useKeys(t('compliance.keys.everywhere'), [
    ...(canFind ? [{ key: '/', text: t('compliance.keys.find'), act: find }] : []),
    { key: '?', text: t('compliance.keys.list'), act: list },
    { key: 'Escape', text: t('compliance.keys.leave'), act: leaveField, whileTyping: true },
  ]);
  return (
    <>
      <KeyLine onList={list} />
      <Dialog
        place="center"
        wide
        open={isListed}
        title={t('compliance.keys.title')}
        onClose={() => {
          setIsListed(false);
        }}
      >
        <KeyList />
      </Dialog>
    </>
  );
}

/** The letters that follow act again. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** What the keys of the page do, in one line. */
function KeyLine({ onList }: { readonly onList: () => void }) {
  const { t } = useTranslation();
  const { isOn } = useKeysAreOn();
  const shared = useKeyTables()
    .flatMap(({ keys }) => keys)
    .filter(({ short }) => short !== undefined);
  return (
    <Group className="wide-only" gap="md" mt="md">
      {isOn &&
        runsOf(shared, (one, next) => one.short === next.short).map((keys) => (
          <Flex key={keys.map(({ key }) => key).join(' ')} align="center" fz="xs" c="dimmed">
            {keys.map((one) => (
              <KeyName key={one.key} name={one.key} me={4} />
            ))}
            {keys[0].short}
          </Flex>
        ))}
      <Button size="xs" tone="subtle" px={0} fz="xs" fw={400} aria-keyshortcuts="?" onClick={onList}>
        {isOn && <KeyName name="?" me={4} />}
        {t(isOn ? 'compliance.keys.all' : 'compliance.keys.areOff')}
      </Button>
    </Group>
  );
}

/** All keys of the page, by the part that they belong to, and whether they act. */
function KeyList() {
  const { t } = useTranslation();
  const { isOn, turn } = useKeysAreOn();
  return (
    <Stack gap="md">
      <div className="key-list">
        {inOrder(useKeyTables(), t('compliance.keys.everywhere')).map(({ title, keys }) => (
          <section key={title}>
            <Text component="h3" fz="xs" c="dimmed">
              {title}
            </Text>
            <ul>
              {keys.map(({ key, text }) => (
                <li key={`${key} ${text}`}>
                  {text}
                  <KeyName name={key} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Box p="md" bdrs="md" bg="var(--surface-2)">
        <Switch
          label={t('compliance.keys.areOn')}
          description={t('compliance.keys.hint')}
          checked={isOn}
          onChange={(event) => {
            turn(event.currentTarget.checked);
          }}
        />
      </Box>
    </Stack>
  );
}

/** Those of every screen first. */
const inOrder = (tables: readonly KeyTable[], first: string): readonly KeyTable[] => [
  ...tables.filter(({ title }) => title === first),
  ...tables.filter(({ title }) => title !== first),
];

function KeyName({ name, ...place }: { readonly name: string } & Pick<KbdProps, 'me'>) {
  const { t } = useTranslation();
  return (
    <KeyCap miw={24} bd="1px solid var(--border-strong)" {...place}>
      {name === 'Escape' ? t('compliance.keys.escape') : name}
    </KeyCap>
  );
}
