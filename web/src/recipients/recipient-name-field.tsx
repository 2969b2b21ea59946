import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../lib/load-code';
import { TextField } from '../ui/forms/text-field';
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

/** The recipient's name. The code of suggestions loads after the field, once there are suggestions. */
export function RecipientNameField({ field, ...props }: RecipientNameFieldProps) {
  const { t } = useTranslation();
  const [hasFocus, setHasFocus] = useState(false);
  const input = {
    ...field,
    label: t('quick.recipient'),
    required: true,
    autoComplete: 'off',
    autoCapitalize: 'words',
    // A user who types already continues in the field with suggestions.
    autoFocus: hasFocus,
  };
  const plain = <TextField {...input} />;
  return (
    <div
      onFocus={() => {
        setHasFocus(true);
      }}
      onBlur={() => {
        setHasFocus(false);
      }}
    >
      {props.saved.length === 0 ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <RecipientSuggestions {...props} input={input} />
        </Suspense>
      )}
    </div>
  );
}
