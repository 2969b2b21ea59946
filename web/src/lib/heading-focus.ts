let wanted = false;
let handedOver = false;

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

/** Called by a heading that had the focus and is replaced: the heading that comes in its place takes it. */
export function handOverHeadingFocus(): void {
  handedOver = true;
  // It is rendered in the same commit or never.
  void Promise.resolve().then(takeHandedOverFocus);
}

/** Returns true for the heading that replaces one with the focus. */
export function takeHandedOverFocus(): boolean {
  const taken = handedOver;
  handedOver = false;
  return taken;
}
