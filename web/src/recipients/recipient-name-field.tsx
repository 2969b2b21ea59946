import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../lib/load-code';
import { TextField } from '../ui/text-field';
import type { RecipientSuggestionsProps } from './recipient-suggestions';

const RecipientSuggestions = lazy(() =>
  loadCode(() => import('./recipient-suggestions')).then(
    ({ RecipientSuggestions: suggestions }) => ({ default: suggestions }),
    // Without suggestions the name can still be typed.
    () => ({ default: ({ input }: RecipientSuggestionsProps) => <TextField {...input} /> }),
  ),
);

interface RecipientNameFieldProps extends Omit<RecipientSuggestionsProps, 'input'> {
  readonly field: RecipientSuggestionsProps['input'];
}

/** The recipient's name. Before it is entered, and without anybody to suggest, it needs no code for suggestions. */
export function RecipientNameField({ field, ...props }: RecipientNameFieldProps) {
  const { t } = useTranslation();
  const [hasFocus, setHasFocus] = useState(false);
  const [wasEntered, setEntered] = useState(false);
  const input = {
    ...field,
    label: t('quick.recipient'),
    required: true,
    autoComplete: 'off',
    autoCapitalize: 'words',
  };
  if (props.saved.length === 0) return <TextField {...input} />;
  return (
    <div
      onFocus={() => {
        setHasFocus(true);
        setEntered(true);
      }}
      onBlur={() => {
        setHasFocus(false);
      }}
    >
      <Suspense fallback={<TextField {...input} />}>
        {wasEntered ? (
          // Whoever types already goes on typing.
          <RecipientSuggestions {...props} input={{ ...input, autoFocus: hasFocus }} />
        ) : (
          <TextField {...input} />
        )}
      </Suspense>
    </div>
  );
}
