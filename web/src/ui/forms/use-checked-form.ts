import { useForm, type FormErrors, type FormRulesRecord } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error';
import { useAfterPress } from '../../lib/use-after-press';
import { useCountdown } from '../../lib/use-countdown';
import { useSend } from '../../lib/api/use-send';
import type { SummaryItem } from './error-summary';

type Values = Record<string, string | boolean>;
/** Keys of texts by field. */
export type FieldErrors<V> = Partial<Record<keyof V & string, string>>;

interface FormRules<V> {
  /** Start of every field's id. */
  readonly name: string;
  readonly initialValues: V;
  /** A text's key when a field is wrong; checked when it is left and when the form is sent. */
  readonly checks: FormRulesRecord<V>;
  /** Sends the form; may return field errors that only the server can find. */
  readonly send: (values: V) => Promise<FieldErrors<V> | undefined>;
  /** The field errors of a refusal that names no field; null for any other one. */
  readonly errorsOf?: (error: unknown) => FieldErrors<V> | null;
  /** Numbers that the texts of errors name. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The form hook of every screen: checks on blur, explains a failed submit in a summary, never sends twice at once. */
export function useCheckedForm<V extends Values>({
  name,
  initialValues,
  checks,
  send,
  errorsOf,
  params = {},
}: FormRules<V>) {
  const { t, i18n } = useTranslation();
  const form = useForm<V>({ name, initialValues, validate: checks });
  const afterPress = useAfterPress();
  const [attempt, setAttempt] = useState(0);
  const [explained, setExplained] = useState<FormErrors>({});
  const [problem, setProblem] = useState<unknown>(null);

  const textOf = (error: unknown): string | undefined => {
    if (typeof error !== 'string' || error === '') return undefined;
    return i18n.exists(error) ? t(error, params) : error;
  };
  const fail = (errors: FormErrors, cause: unknown = null) => {
    form.setErrors(errors);
    setProblem(cause);
    setExplained(cause === null ? errors : {});
    setAttempt((count) => count + 1);
  };
  const { trigger, isMutating } = useSend(
    (values: V) => {
      setProblem(null);
      setExplained({});
      return send(values);
    },
    {
      onSuccess: (errors) => {
        if (errors) fail(errors);
      },
      onError: (error) => {
        const fields = errorsOf?.(error) ?? fieldErrorsOf(error, initialValues);
        fail(fields, Object.keys(fields).length > 0 ? null : error);
      },
    },
  );
  const submit = (values: V) => void trigger(values);
  const focus = (path: keyof V & string) => form.getInputNode(path)?.focus();
  const field = (path: keyof V & string) => ({
    ...form.getInputProps(path, { type: typeof initialValues[path] === 'boolean' ? 'checkbox' : 'input' }),
    // An empty field is reported only when the form is sent: the user may come back to it.
    onBlur: () => {
      if (form.getValues()[path] === '' || form.isValid(path)) return;
      afterPress(() => void form.validateField(path));
    },
    id: `${name}-${path}`,
    error: textOf(form.errors[path]),
  });

  return {
    form,
    busy: isMutating,
    attempt,
    /** A refusal of the whole form by the server, or null. */
    problem: useCountdown(problem),
    field,
    /** Moves the focus to a field, if it is shown. */
    focus,
    /** For the error summary: what made the last submit fail, its lines kept until the next one, so that no field moves. */
    summary: onePerMessage(
      Object.keys(initialValues).map((path) => ({
        fieldId: `${name}-${path}`,
        message: textOf(explained[path]) ?? '',
        focus: () => focus(path),
        solved: form.errors[path] === undefined && form.isValid(path) === true,
      })),
    ),
    /** Sends values that need no check, such as a correction the server proposed. */
    submit,
    onSubmit: form.onSubmit(submit, (errors) => fail(errors)),
  };
}

function fieldErrorsOf(error: unknown, known: Values): FormErrors {
  if (!(error instanceof ApiError)) return {};
  const named = error.fields.filter(({ field }) => field in known);
  return Object.fromEntries(named.map(({ field, message }) => [field, message]));
}

/** Two fields with one message, such as both names, are one line. */
function onePerMessage(items: readonly SummaryItem[]): readonly SummaryItem[] {
  const messages = items.map(({ message }) => message);
  return items.filter(({ message }, index) => message !== '' && messages.indexOf(message) === index);
}
