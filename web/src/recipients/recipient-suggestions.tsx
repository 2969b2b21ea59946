import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import type { ComponentProps } from 'react';
import { Combobox, useCombobox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SavedRecipient } from '@kernel/people/recipients';
import { TextField } from '../ui/forms/text-field';
import { matching } from './past-recipients';
import { RecipientLine } from './recipient-line';

/** Suggested at once; typing finds the others. */
const SUGGESTED_LIMIT = 5;

export interface RecipientSuggestionsProps {
  readonly input: ComponentProps<typeof TextField> & { readonly onBlur: () => void };
  readonly name: string;
  readonly saved: readonly SavedRecipient[];
  /** A saved recipient was chosen: name, platform and handle are filled in together. */
  readonly onChoose: (recipient: SavedRecipient) => void;
}

/** The recipient's name with the saved recipients that it may mean; an input that takes the focus shows them at once. */
export function RecipientSuggestions({ input, name, saved, onChoose }: RecipientSuggestionsProps) {
  const { t } = useTranslation();
  const combobox = useCombobox({ defaultOpened: input.autoFocus === true });
  const found = matching(saved, name).slice(0, SUGGESTED_LIMIT);
  return (
    <Combobox
      store={combobox}
      shadow="md"
      keepMounted={false}
      onOptionSubmit={(id) => {
        combobox.closeDropdown();
        const chosen = saved.find((recipient) => recipient.id === id);
        if (chosen) onChoose(chosen);
      }}
    >
      <Combobox.Target withAriaAttributes={found.length > 0} withExpandedAttribute>
        <TextField
          {...input}
          onClick={() => {
            combobox.openDropdown();
          }}
          onChange={(event) => {
            input.onChange?.(event);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            input.onBlur();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label={t('recipients.saved')}>
          {found.map((recipient) => (
            <Combobox.Option key={recipient.id} value={recipient.id}>
              <RecipientLine recipient={recipient} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
