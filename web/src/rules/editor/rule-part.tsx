import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Group } from '@mantine/core';
import { Checkbox } from '../../ui/forms/checkbox';
import { IconButton } from '../../ui/forms/icon-button';
import { SelectField } from '../../ui/forms/select-field';
import { NumberField, UnitField, Was, type EditedRule } from './rule-fields';
import type { TypedPart } from './rule-form';
import { valueKey, type PartKind, type RulePart } from './rule-parts';

interface PartProps extends EditedRule {
  readonly part: RulePart;
}

interface FieldProps extends PartProps {
  readonly typed: TypedPart;
  readonly onType: (change: Partial<TypedPart>) => void;
}

/** One condition with its field, and the button that takes it out. */
export function RulePartField({ part, ...rule }: PartProps) {
  const { t } = useTranslation();
  const { name, kind } = part;
  const { asked, typed } = rule.form;
  const label = t(`rules.parts.${name}`);
  const Field = FIELDS[kind];
  const own = typed[name];
  const isChanged = rule.wasOf(name) !== undefined;
  return (
    <Group
      className="rule-part"
      gap="xs"
      py={4}
      pl="sm"
      bdrs="md"
      bd={`1px solid ${isChanged ? 'var(--warning)' : 'transparent'}`}
      bg={isChanged ? 'var(--warning-soft)' : 'var(--surface-2)'}
      role="group"
      aria-label={label}
    >
      <span>{label}</span>
      {own && (
        <Field
          {...rule}
          part={part}
          typed={own}
          onType={(change) => {
            rule.set({ typed: { ...typed, [name]: { ...own, ...change } } });
          }}
        />
      )}
      <Was {...rule} part={name} />
      <IconButton
        icon="close"
        iconSize={16}
        label={t('rules.remove', { part: label })}
        onClick={() => {
          rule.set({ asked: asked.filter((one) => one !== name) });
        }}
      />
    </Group>
  );
}

/** One field for each kind of condition. */
const FIELDS: Readonly<Record<PartKind, (props: FieldProps) => ReactNode>> = {
  choice: Choice,
  choices: Choices,
  flag: () => null,
  duration: Duration,
  amount: Amount,
};

/** A problem of both ends is shown at the last of them. */
function Amount({ part: { name }, typed, onType, ...rule }: FieldProps) {
  const isFirstOfTwo = name === 'from' && rule.form.asked.includes('below');
  return (
    <NumberField
      {...rule}
      name={name}
      field={isFirstOfTwo || rule.problemOf('amount') === undefined ? name : 'amount'}
      value={typed.text}
      onType={(text) => {
        onType({ text });
      }}
      wide
      prefix="$"
    />
  );
}

function Duration({ part: { name }, typed, onType, ...rule }: FieldProps) {
  return (
    <>
      <NumberField
        {...rule}
        name={name}
        field={name}
        value={typed.text}
        onType={(text) => {
          onType({ text });
        }}
      />
      <UnitField
        {...rule}
        value={typed.unit}
        onChoose={(unit) => {
          onType({ unit });
        }}
        topic={name}
      />
    </>
  );
}

function Choice({ part: { name, values }, typed, onType, explained }: FieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      aria-label={t(`rules.parts.${name}`)}
      w={136}
      allowDeselect={false}
      data={values.map((value) => ({ value, label: t(`rules.values.${valueKey(name, value)}`) }))}
      value={typed.text}
      onChange={(value) => {
        onType({ text: value ?? typed.text });
      }}
      {...explained(name)}
    />
  );
}

function Choices({ part: { name, values }, typed: { chosen }, onType, problemOf, explained }: FieldProps) {
  const problem = problemOf(name);
  return (
    <>
      {values.map((value) => (
        <Checkbox
          key={value}
          mr="xs"
          label={value}
          checked={chosen.includes(value)}
          onChange={(event) => {
            const others = chosen.filter((one) => one !== value);
            onType({ chosen: event.currentTarget.checked ? [...others, value] : others });
          }}
          {...explained(name)}
        />
      ))}
      {problem !== undefined && (
        <span className="field-error" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
