const HANDED_OVER_AFTER_MS = 60_000;

/** Hands a file that the page holds to the browser, which saves it under a name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  saveFrom(address, name);
  // The download has begun by then.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, HANDED_OVER_AFTER_MS);
}

/** Has the browser save what an address answers; a refusal does not replace the page. Without a name, under the answer's. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
