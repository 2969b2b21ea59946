import { useTranslation } from 'react-i18next';
import { Box, Text } from '@mantine/core';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import type { FormField, RuleForm } from './rule-form';
import type { RulePartName } from './rule-parts';
import { RULE_UNITS, unitOf, type RuleUnit } from './use-rule-words';

/** The common props of a sentence's fields. */
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
  /** Where its problem is shown. */
  readonly field: FormField;
  readonly name: RulePartName | 'atLeast' | 'within';
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly wide?: boolean;
  readonly prefix?: string | undefined;
}

/** A number among the words, with its problem below it. */
export function NumberField({
  problemOf,
  explained,
  field,
  name,
  value,
  onType,
  wide = false,
  prefix,
}: NumberFieldProps) {
  const { t } = useTranslation();
  return (
    <Box w={wide ? { base: 116, md: 104 } : { base: 72, md: 64 }}>
      <TextField
        aria-label={t(`rules.parts.${name}`)}
        inputMode="decimal"
        prefix={prefix}
        value={value}
        error={problemOf(field)}
        onChange={(event) => {
          onType(event.currentTarget.value);
        }}
        {...explained(name)}
      />
    </Box>
  );
}

interface UnitFieldProps extends EditedRule {
  readonly value: RuleUnit;
  readonly onChoose: (unit: RuleUnit) => void;
  readonly topic: string;
}

export function UnitField({ explained, value, onChoose, topic }: UnitFieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      aria-label={t('rules.unit')}
      w={136}
      allowDeselect={false}
      data={RULE_UNITS.map((unit) => ({ value: unit, label: t(`rules.units.${unit}`) }))}
      value={value}
      onChange={(chosen) => {
        onChoose(unitOf(chosen, value));
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
