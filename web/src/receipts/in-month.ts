/** An instant of a month, "2026-11", in every time zone: noon in its middle. */
export function inMonth(month: string): string {
  return `${month}-15T12:00:00Z`;
}
