let wanted = false;

/** The next heading that appears takes the focus: called when the route changes, not on the first load. */
export function requestHeadingFocus(): void {
  wanted = true;
}

/** Answers once whether this heading is the one. */
export function takeHeadingFocus(): boolean {
  const taken = wanted;
  wanted = false;
  return taken;
}
