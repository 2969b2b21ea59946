import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PLATFORMS } from '@kernel/money/platforms';
import { ATTEMPT_RESULTS } from '@kernel/staff/rules';
import { Group } from '@mantine/core';
import { Checkbox } from '../../ui/forms/checkbox';
import { IconButton } from '../../ui/forms/icon-button';
import { SelectField } from '../../ui/forms/select-field';
import { NumberField, UnitField, Was, type EditedRule } from './rule-fields';
import type { RuleCondition } from './rule-form';

interface PartProps extends EditedRule {
  readonly condition: RuleCondition;
}

/** One condition with its field, and the button that takes it out. */
export function RulePart({ condition, ...rule }: PartProps) {
  const { t } = useTranslation();
  const label = t(`rules.parts.${condition}`);
  const Field = FIELDS[condition];
  return (
    <Group
      className="rule-part"
      gap="xs"
      data-changed={rule.wasOf(condition) !== undefined || undefined}
      role="group"
      aria-label={label}
    >
      <span>{label}</span>
      <Field {...rule} />
      <Was {...rule} part={condition} />
      <IconButton
        icon="close"
        iconSize={16}
        label={t('rules.remove', { part: label })}
        onClick={() => {
          rule.set({ asked: rule.form.asked.filter((one) => one !== condition) });
        }}
      />
    </Group>
  );
}

/** One field for each condition. */
const FIELDS: Readonly<Record<RuleCondition, (rule: EditedRule) => ReactNode>> = {
  result: (rule) => <ResultField {...rule} />,
  from: (rule) => (
    <NumberField
      {...rule}
      name="from"
      field={rule.form.asked.includes('below') ? 'from' : 'amount'}
      wide
      prefix="$"
    />
  ),
  below: (rule) => <NumberField {...rule} name="below" field="amount" wide prefix="$" />,
  platforms: (rule) => <Platforms {...rule} />,
  tier: (rule) => <TierField {...rule} />,
  firstToHandle: () => null,
  younger: (rule) => (
    <>
      <NumberField {...rule} name="younger" field="accountYoungerThan" />
      <UnitField {...rule} name="youngerUnit" topic="younger" />
    </>
  ),
};

function ResultField({ form, set, explained }: EditedRule) {
  const { t } = useTranslation();
  return (
    <SelectField
      aria-label={t('rules.parts.result')}
      w={136}
      allowDeselect={false}
      data={ATTEMPT_RESULTS.map((value) => ({ value, label: t(`rules.results.${value}`) }))}
      value={form.result}
      onChange={(value) => {
        set({ result: value === 'refused' ? 'refused' : 'accepted' });
      }}
      {...explained('result')}
    />
  );
}

function TierField({ form, set, explained }: EditedRule) {
  const { t } = useTranslation();
  return (
    <SelectField
      aria-label={t('rules.parts.tier')}
      w={136}
      allowDeselect={false}
      data={(['unverified', 'verified'] as const).map((tier) => ({
        value: tier,
        label: t(`rules.tiers.${tier}`),
      }))}
      value={form.tier}
      onChange={(value) => {
        set({ tier: value === 'verified' ? 'verified' : 'unverified' });
      }}
      {...explained('tier')}
    />
  );
}

function Platforms({ form, set, problemOf, explained }: EditedRule) {
  const problem = problemOf('platforms');
  return (
    <>
      {PLATFORMS.map((platform) => (
        <Checkbox
          key={platform}
          label={platform}
          checked={form.platforms.includes(platform)}
          onChange={(event) => {
            const others = form.platforms.filter((one) => one !== platform);
            set({ platforms: event.currentTarget.checked ? [...others, platform] : others });
          }}
          {...explained('platforms')}
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
