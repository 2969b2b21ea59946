import { useSearchParams } from 'react-router-dom';

/** Reads a field of an address; '' stands for one without it, and what it makes of '' stays out of the address. */
type Field<Value extends string> = (given: string) => Value;

/** Any text. */
export const anyText: Field<string> = (given) => given;

/** One of these values; anything else is the first one, or '' for none. */
export const oneOf =
  <Value extends string, First extends string>(
    values: readonly Value[],
    first: First,
  ): Field<Value | First> =>
  (given) =>
    values.find((value) => value === given) ?? first;

/** A text of this form. */
export const matching =
  (pattern: RegExp): Field<string> =>
  (given) =>
    pattern.test(given) ? given : '';

/** What a page shows, as its address says it, so that it survives a reload and going back. */
export interface Address<View> {
  /** The page without anything in its address. */
  readonly plain: View;
  readonly viewIn: (parameters: URLSearchParams) => View;
  /** What the address has of a view. */
  readonly parametersOf: (view: View) => Record<string, string>;
}

/** The view of an address. */
export type ViewOf<Of> = Of extends Address<infer View> ? View : never;

/** The fields of an address by their names in it. */
export function addressOf<View extends Readonly<Record<string, string>>>(fields: {
  readonly [Name in keyof View]: Field<View[Name]>;
}): Address<View> {
  const read = (given: (name: string) => string) =>
    Object.fromEntries(
      Object.entries<Field<string>>(fields).map(([name, field]) => [name, field(given(name))]),
    ) as View;
  const plain = read(() => '');
  return {
    plain,
    viewIn: (parameters) => read((name) => parameters.get(name) ?? ''),
    parametersOf: (view) =>
      Object.fromEntries(Object.entries(view).filter(([name, value]) => value !== plain[name])),
  };
}

/** The view in the page's address, and what replaces parts of it. */
export function useAddress<View extends object>({ viewIn, parametersOf }: Address<View>) {
  const [parameters, setParameters] = useSearchParams();
  const view = viewIn(parameters);
  const change = (changes: Partial<View>) => {
    setParameters(parametersOf({ ...view, ...changes }), { replace: true });
  };
  return [view, change] as const;
}
