import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error';
import { isRuleProblem, type FormField, type FormProblem } from './rule-form';
import { RULE_PARTS } from './rule-parts';

/** A problem of a field in words: of a definition as the API words it, of what is typed in the form's own words. */
export function useFormProblemText(): (problem: FormProblem) => string {
  const { t } = useTranslation();
  return (problem) => (isRuleProblem(problem) ? t(`errors:${problem}`) : t(`rules.problems.${problem}`));
}

/** Where the form shows what the API refuses of a definition: at the last part of the path that it names. */
const FORM_FIELDS: readonly FormField[] = [
  'name',
  'amount',
  // A choice and a flag have no place for a message: their refusals are shown for the whole form.
  ...RULE_PARTS.filter(({ kind }) => kind !== 'choice' && kind !== 'flag').map(({ name }) => name),
  'atLeast',
  'within',
  'action',
];

/** The API's refusals, by field of the form; empty for a refusal that names none of them. */
export function refusedFields(error: unknown): Partial<Record<FormField, string>> {
  if (!(error instanceof ApiError)) return {};
  const named = error.fields.flatMap(({ field, message }) => {
    const shownAt = FORM_FIELDS.find((one) => one === field.slice(field.lastIndexOf('.') + 1));
    return shownAt === undefined ? [] : [[shownAt, message] as const];
  });
  return Object.fromEntries<string>(named);
}
