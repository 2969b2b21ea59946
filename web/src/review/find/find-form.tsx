import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { FIND_BY, FIND_MAX_LENGTH, type FindBy, type FindRequest } from '@kernel/staff/find';
import { pastedLine } from '@kernel/text/pasted-text';
import { Stack } from '@mantine/core';
import { wantsFind } from '../../lib/navigation-state';
import { Button } from '../../ui/forms/button';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { reasonOf, referenceError, type TypedReason } from '../reveal/access-reason';
import { ReasonFields } from '../reveal/reason-fields';
import { Fine } from '../../ui/parts/text';

export type Search = Required<FindRequest>;

interface FindFormProps {
  readonly busy: boolean;
  readonly onSearch: (search: Search) => void;
}

type Errors = Readonly<Partial<Record<'value' | 'reference', string | undefined>>>;

/** What is known, and why it is looked up. */
export function FindForm({ busy, onSearch }: FindFormProps) {
  const { t } = useTranslation();
  const [by, setBy] = useState<FindBy>('email');
  const [value, setValue] = useState('');
  const [reason, setReason] = useState<TypedReason>({ kind: 'support', reference: '' });
  const [errors, setErrors] = useState<Errors>({});
  const valueInput = useRef<HTMLInputElement>(null);
  const reference = useRef<HTMLInputElement>(null);
  const location = useLocation();
  useEffect(() => {
    if (wantsFind(location.state)) valueInput.current?.focus();
  }, [location]);

  function submit() {
    const found: Errors = {
      value: pastedLine(value) === '' ? t('find.valueRequired') : undefined,
      reference: textOf(referenceError(reason)),
    };
    setErrors(found);
    if (found.value !== undefined) valueInput.current?.focus();
    else if (found.reference !== undefined) reference.current?.focus();
    else onSearch({ by, value: pastedLine(value), reason: reasonOf(reason) });
  }

  function textOf(key: string | null): string | undefined {
    return key === null ? undefined : t(key);
  }

  return (
    <form
      className="card"
      role="search"
      aria-label={t('find.title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <Stack gap="md">
        <div className="find-fields">
          <WayField value={by} onChange={setBy} />
          <TextField
            ref={valueInput}
            label={t(`find.ways.${by}`)}
            autoComplete="off"
            spellCheck={false}
            maxLength={FIND_MAX_LENGTH}
            value={value}
            error={errors.value}
            onChange={(event) => {
              setValue(event.currentTarget.value);
              setErrors({ ...errors, value: undefined });
            }}
          />
          <ReasonFields
            value={reason}
            error={errors.reference}
            referenceRef={reference}
            onChange={(changed) => {
              setReason(changed);
              setErrors({ ...errors, reference: undefined });
            }}
          />
          <Button type="submit" tone="primary" busy={busy} busyText={t('find.busy')}>
            {t('find.submit')}
          </Button>
        </div>
        <Fine>{t('find.hint')}</Fine>
      </Stack>
    </form>
  );
}

interface WayFieldProps {
  readonly value: FindBy;
  readonly onChange: (way: FindBy) => void;
}

/** The kind of the value. */
function WayField({ value, onChange }: WayFieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('find.by')}
      allowDeselect={false}
      value={value}
      data={FIND_BY.map((way) => ({ value: way, label: t(`find.ways.${way}`) }))}
      onChange={(chosen) => {
        onChange(FIND_BY.find((way) => way === chosen) ?? value);
      }}
    />
  );
}
