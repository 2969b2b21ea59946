import { useRef, useState, type ChangeEvent } from 'react';

/** A text that a step needs: taking it while it is empty reports that it is `missing`, and focuses its field. */
export function useRequiredText<Control extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  missing: string,
) {
  const control = useRef<Control>(null);
  const [value, setValue] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const set = (text: string) => {
    setValue(text);
    setIsMissing(false);
  };
  return {
    field: {
      ref: control,
      value,
      error: isMissing ? missing : null,
      onChange: (event: ChangeEvent<Control>) => {
        set(event.target.value);
      },
    },
    /** Replaces the text, and clears what was reported. */
    set,
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
