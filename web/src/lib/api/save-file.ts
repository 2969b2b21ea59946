const HANDED_OVER_AFTER_MS = 60_000;

/** Hands a file that the page holds to the browser, which saves it under a name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, HANDED_OVER_AFTER_MS);
}
