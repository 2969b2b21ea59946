import { useRef, useState, type ChangeEvent } from 'react';
import { useDraft, type DraftName } from './drafts';

/**
 * A text that a step needs, kept as a draft until it is cleared: taking it while it is empty reports that it is `missing`, and
 * focuses its field.
 */
export function useRequiredText<Control extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  missing: string,
  name: DraftName,
) {
  const control = useRef<Control>(null);
  const { text: value, set: setValue } = useDraft(name);
  const [isMissing, setIsMissing] = useState(false);
  const set = (text: string) => {
    setValue(text);
    setIsMissing(false);
  };
  return {
    field: {
      ref: control,
      label: name.label,
      value,
      error: isMissing ? missing : null,
      onChange: (event: ChangeEvent<Control>) => {
        set(event.target.value);
      },
    },
    /** Once the text was sent, or is not wanted any more. */
    clear: () => {
      set('');
    },
    /** The text without spaces around it, or null when it is missing. */
    take: (): string | null => {
      const text = value.trim();
      setIsMissing(text === '');
      if (text !== '') return text;
      control.current?.focus();
      return null;
    },
  };
}
