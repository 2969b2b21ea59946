let wanted = false;

/** Gives the focus to the next heading: called when the route changes, not on the first load. */
export function requestHeadingFocus(): void {
  wanted = true;
}

/** Returns true once, for that heading. */
export function takeHeadingFocus(): boolean {
  const taken = wanted;
  wanted = false;
  return taken;
}
