import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RULE_MEASURES, RULE_NAME_MAX_LENGTH } from '@kernel/staff/rules';
import { Group, Text } from '@mantine/core';
import { Icon } from '../../ui/parts/icon';
import { Muted } from '../../ui/parts/text';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { atLeastFor, type FormField, type RuleForm } from './rule-form';
import { NumberField, UnitField, Was, type EditedRule } from './rule-fields';
import { RulePartField } from './rule-part';
import { RULE_PARTS } from './rule-parts';
import type { RuleDifference } from './use-rule-words';

interface EditorProps {
  readonly form: RuleForm;
  readonly onChange: (form: RuleForm) => void;
  /** In words, by field. */
  readonly problems: Partial<Record<FormField, string>>;
  /** The definition in words; null while there is none. */
  readonly words: string | null;
  /** From the latest version. */
  readonly differences: readonly RuleDifference[];
}

/** A rule as a sentence whose words are fields; each is explained while it has the focus. */
export function RuleEditor({ form, onChange, problems, words, differences }: EditorProps) {
  const { t } = useTranslation();
  const [topic, setTopic] = useState('start');
  const rule: EditedRule = {
    form,
    set: (change) => {
      onChange({ ...form, ...change });
    },
    problemOf: (field) => problems[field],
    wasOf: (part) => {
      const was = differences.find(({ name }) => name === part);
      return was && (was.isNew ? t('rules.added') : t('rules.was', { before: was.before }));
    },
    explained: (about) => ({
      description: t(`rules.help.${about}`),
      descriptionProps: { className: 'visually-hidden' },
      onFocus: () => {
        setTopic(about);
      },
    }),
  };
  return (
    <div className="rule-editor">
      <NameField {...rule} />
      <Threshold {...rule} />
      <Conditions {...rule} />
      <AddCondition {...rule} />
      <Removed differences={differences} />
      <ActionField {...rule} />
      <Muted mih={20} mt="sm" aria-hidden={topic !== 'start' || undefined}>
        {t(`rules.help.${topic}`)}
      </Muted>
      <p className="rule-sentence" aria-live="polite">
        {words ?? t('rules.noSentence')}
      </p>
    </div>
  );
}

function NameField({ form, set, problemOf, explained }: EditedRule) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('rules.parts.name')}
      value={form.name}
      maxLength={RULE_NAME_MAX_LENGTH}
      error={problemOf('name')}
      onChange={(event) => {
        set({ name: event.currentTarget.value });
      }}
      {...explained('name')}
    />
  );
}

/** "Alert when at least [3] [attempts] within [1] [hours]". */
function Threshold(rule: EditedRule) {
  const { form, set, explained } = rule;
  const { t } = useTranslation();
  return (
    <Group gap="xs" mt="sm">
      <span>{t('rules.alertWhen')}</span>
      <NumberField
        {...rule}
        field="atLeast"
        name="atLeast"
        value={form.atLeast}
        onType={(atLeast) => {
          set({ atLeast });
        }}
        wide={form.measure === 'amount'}
        prefix={form.measure === 'amount' ? '$' : undefined}
      />
      <SelectField
        aria-label={t('rules.measure')}
        w={136}
        allowDeselect={false}
        data={RULE_MEASURES.map((value) => ({ value, label: t(`rules.measures.${value}`) }))}
        value={form.measure}
        onChange={(value) => {
          const measure = RULE_MEASURES.find((one) => one === value) ?? form.measure;
          set({ measure, atLeast: atLeastFor(measure, form) });
        }}
        {...explained('measure')}
      />
      <Was {...rule} part="atLeast" />
      <span>{t('rules.within')}</span>
      <NumberField
        {...rule}
        field="within"
        name="within"
        value={form.within}
        onType={(within) => {
          set({ within });
        }}
      />
      <UnitField
        {...rule}
        value={form.unit}
        onChoose={(unit) => {
          set({ unit });
        }}
        topic="within"
      />
      <Was {...rule} part="within" />
    </Group>
  );
}

function Conditions(rule: EditedRule) {
  const { t } = useTranslation();
  const { asked } = rule.form;
  return (
    <Group pl={{ base: 'xs', sm: 'lg' }} gap="xs" mt="sm">
      <Text span c="dimmed">
        {t('rules.where')}
      </Text>
      {asked.length === 0 && (
        <Text span c="dimmed">
          {t('rules.everyAttempt')}
        </Text>
      )}
      {RULE_PARTS.filter(({ name }) => asked.includes(name)).map((part) => (
        <RulePartField key={part.name} {...rule} part={part} />
      ))}
    </Group>
  );
}

/** The conditions of the latest version that are not asked any more. */
function Removed({ differences }: Pick<EditorProps, 'differences'>) {
  const { t } = useTranslation();
  const removed = differences.filter(({ isRemoved }) => isRemoved);
  if (removed.length === 0) return null;
  return (
    <Text pl={{ base: 'xs', sm: 'lg' }} c="var(--warning)" fz="xs" mt="sm">
      {t('rules.removed', {
        parts: removed.map(({ part, before }) => `${part} ${before}`.trim()).join(' · '),
      })}
    </Text>
  );
}

function AddCondition({ form, set, explained }: EditedRule) {
  const { t } = useTranslation();
  const names = RULE_PARTS.map(({ name }) => name);
  const left = names.filter((name) => !form.asked.includes(name));
  if (left.length === 0) return null;
  return (
    <Group pl={{ base: 'xs', sm: 'lg' }} gap="xs" mt="sm">
      <SelectField
        aria-label={t('rules.addCondition')}
        placeholder={t('rules.addCondition')}
        leftSection={<Icon name="plus" size={16} />}
        leftSectionWidth={36}
        data={left.map((value) => ({ value, label: t(`rules.parts.${value}`) }))}
        value={null}
        onChange={(value) => {
          set({ asked: names.filter((one) => one === value || form.asked.includes(one)) });
        }}
        {...explained('add')}
      />
    </Group>
  );
}

function ActionField(rule: EditedRule) {
  const { form, set, problemOf, explained } = rule;
  const { t } = useTranslation();
  return (
    <Group gap="xs" mt="sm">
      <span>{t('rules.then')}</span>
      <SelectField
        aria-label={t('rules.parts.action')}
        allowDeselect={false}
        data={(['flag', 'hold'] as const).map((value) => ({ value, label: t(`rules.actions.${value}`) }))}
        value={form.action}
        error={problemOf('action')}
        onChange={(value) => {
          set({ action: value === 'hold' ? 'hold' : 'flag' });
        }}
        {...explained('action')}
      />
      <Was {...rule} part="action" />
    </Group>
  );
}
