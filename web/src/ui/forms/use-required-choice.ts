import { useRef, useState } from 'react';

/** A choice that a step needs: taking it while nothing is chosen reports that it is `missing`, and focuses its field. */
export function useRequiredChoice<Value extends string>(values: readonly Value[], missing: string) {
  const control = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState<Value | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  return {
    field: {
      ref: control,
      value,
      error: isMissing ? missing : null,
      onChange: (chosen: string | null) => {
        setValue(values.find((one) => one === chosen) ?? null);
        setIsMissing(false);
      },
    },
    /** The choice, or null when it is missing. */
    take: (): Value | null => {
      setIsMissing(value === null);
      if (value === null) control.current?.focus();
      return value;
    },
  };
}
