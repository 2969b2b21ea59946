import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { REASON_KINDS } from '@kernel/staff/access-reasons';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import type { TypedReason } from './access-reason';

/** A UUID, or a reference with its kind. */
const REFERENCE_INPUT_MAX_LENGTH = 64;

interface ReasonFieldsProps {
  readonly value: TypedReason;
  readonly error: string | undefined;
  readonly referenceRef: Ref<HTMLInputElement>;
  readonly onChange: (reason: TypedReason) => void;
}

/** Why a member of staff looks: a kind, and the case's id or a reference. */
export function ReasonFields({ value, error, referenceRef, onChange }: ReasonFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t('replay.reason.kind')}
        allowDeselect={false}
        value={value.kind}
        data={REASON_KINDS.map((kind) => ({ value: kind, label: t(`replay.reason.kinds.${kind}`) }))}
        onChange={(chosen) => {
          onChange({ ...value, kind: REASON_KINDS.find((kind) => kind === chosen) ?? value.kind });
        }}
      />
      <TextField
        ref={referenceRef}
        label={t(value.kind === 'case' ? 'replay.reason.caseId' : 'replay.reason.reference')}
        autoComplete="off"
        maxLength={REFERENCE_INPUT_MAX_LENGTH}
        value={value.reference}
        error={error}
        onChange={(event) => {
          onChange({ ...value, reference: event.currentTarget.value });
        }}
      />
    </>
  );
}
