import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error';
import { useAfterPress } from '../lib/use-after-press';
import { useCountdown } from '../lib/use-countdown';
import { useSend } from '../lib/use-send';
import type { SummaryItem } from './error-summary';

type Values = Record<string, string | boolean>;
/** Keys of texts by field. */
export type FieldErrors<V> = Partial<Record<keyof V & string, string>>;
type Checks<V> = Partial<Record<keyof V & string, (value: never, values: V) => string | null>>;

interface FormRules<V> {
  /** Start of every field's id. */
  readonly name: string;
  readonly initialValues: V;
  /** A text's key when a field is wrong; looked at when it is left and when the form is sent. */
  readonly checks: Checks<V>;
  /** Sends the form; may return field errors that only the server can find. */
  readonly send: (values: V) => Promise<FieldErrors<V> | undefined>;
  /** The field errors of a refusal that names no field; null for any other one. */
  readonly errorsOf?: (error: unknown) => FieldErrors<V> | null;
  /** Numbers that the texts of errors name. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The one form of this product: checks on blur, explains a failed submit in a summary, never sends twice at once. */
export function useCheckedForm<V extends Values>({
  name,
  initialValues,
  checks,
  send,
  errorsOf,
  params = {},
}: FormRules<V>) {
  const { t, i18n } = useTranslation();
  const form = useForm<V>({
    initialValues,
    validate: checks as never,
    onSubmitPreventDefault: 'always',
  });
  const afterPress = useAfterPress();
  const [attempt, setAttempt] = useState(0);
  const [explained, setExplained] = useState<FieldErrors<V>>({});
  const [problem, setProblem] = useState<unknown>(null);

  const textOf = (error: unknown): string | undefined => {
    if (typeof error !== 'string' || error === '') return undefined;
    return i18n.exists(error) ? t(error, params) : error;
  };
  const fail = (errors: FieldErrors<V>, cause: unknown = null) => {
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
        const fields = errorsOf?.(error) ?? fieldErrorsOf<V>(error, initialValues);
        fail(fields, Object.keys(fields).length > 0 ? null : error);
      },
    },
  );
  const submit = (values: V) => void trigger(values);
  const field = (path: keyof V & string) => ({
    ...form.getInputProps(path, { type: typeof initialValues[path] === 'boolean' ? 'checkbox' : 'input' }),
    onBlur: () => {
      // Checks the value at blur, not at the end of a press; typing clears the error.
      // An empty field is reported only when the form is sent: the user may come back to it.
      if (form.values[path] === '') return;
      const error = checks[path]?.(form.values[path] as never, form.values) ?? null;
      if (error !== null) afterPress(() => form.setFieldError(path, error));
    },
    id: `${name}-${path}`,
    error: textOf(form.errors[path]),
  });

  return {
    form,
    busy: isMutating,
    attempt,
    /** What the server refused as a whole, or null. */
    problem: useCountdown(problem),
    field,
    /** For the error summary: what made the last submit fail, unchanged until the next one, so that no field moves. */
    summary: summaryOf(name, initialValues, (path) => textOf(explained[path])),
    /** Sends values that need no check, such as a correction the server proposed. */
    submit,
    onSubmit: form.onSubmit(submit, (errors) => {
      fail(errors as FieldErrors<V>);
    }),
  };
}

function fieldErrorsOf<V extends Values>(error: unknown, known: V): FieldErrors<V> {
  if (!(error instanceof ApiError)) return {};
  const named = error.fields.filter(({ field }) => field in known);
  return Object.fromEntries(named.map(({ field, message }) => [field, message])) as FieldErrors<V>;
}

// Two fields with one message, such as both names, are one line.
function summaryOf(
  name: string,
  fields: Values,
  textOf: (path: string) => string | undefined,
): SummaryItem[] {
  const items = Object.keys(fields).flatMap((path) => {
    const message = textOf(path);
    return message ? [{ fieldId: `${name}-${path}`, message }] : [];
  });
  return items.filter((item, index) => items.findIndex(({ message }) => message === item.message) === index);
}
