import { useTranslation } from 'react-i18next';
import { Text } from '@mantine/core';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import type { FormField, RuleForm } from './rule-form';
import { RULE_UNITS, unitOf } from './use-rule-words';

/** What the fields of a sentence share. */
export interface EditedRule {
  readonly form: RuleForm;
  readonly set: (change: Partial<RuleForm>) => void;
  readonly problemOf: (field: FormField) => string | undefined;
  /** "was $200.00" or "new" for a part that the latest version has otherwise. */
  readonly wasOf: (part: string) => string | undefined;
  /** Explains a field: to a screen reader always, below the sentence while it has the focus. */
  readonly explained: (topic: string) => {
    readonly description: string;
    readonly descriptionProps: { readonly className: string };
    readonly onFocus: () => void;
  };
}

interface NumberFieldProps extends EditedRule {
  readonly field: FormField;
  readonly name: 'atLeast' | 'within' | 'younger' | 'from' | 'below';
  readonly wide?: boolean;
  readonly prefix?: string | undefined;
}

/** A number among the words, with its problem below it. */
export function NumberField({
  form,
  set,
  problemOf,
  explained,
  field,
  name,
  wide = false,
  prefix,
}: NumberFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={wide ? 'rule-amount' : 'rule-number'}>
      <TextField
        aria-label={t(`rules.parts.${name}`)}
        inputMode="decimal"
        prefix={prefix}
        value={form[name]}
        error={problemOf(field)}
        onChange={(event) => {
          set({ [name]: event.currentTarget.value });
        }}
        {...explained(name)}
      />
    </div>
  );
}

export function UnitField({
  form,
  set,
  explained,
  name,
  topic,
}: EditedRule & { readonly name: 'unit' | 'youngerUnit'; readonly topic: string }) {
  const { t } = useTranslation();
  return (
    <SelectField
      aria-label={t('rules.unit')}
      w={136}
      allowDeselect={false}
      data={RULE_UNITS.map((value) => ({ value, label: t(`rules.units.${value}`) }))}
      value={form[name]}
      onChange={(value) => {
        set({ [name]: unitOf(value, form[name]) });
      }}
      {...explained(topic)}
    />
  );
}

/** The part's value in the latest version. */
export function Was({ wasOf, part }: EditedRule & { readonly part: string }) {
  const was = wasOf(part);
  return (
    was !== undefined && (
      <Text span c="var(--warning)" fz="xs">
        {was}
      </Text>
    )
  );
}
