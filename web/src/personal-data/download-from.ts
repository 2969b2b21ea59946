/** Has the browser save what an address answers; a refusal does not replace the page. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
