/** Leaves for another page. @throws Error for anything but an address of a page */
export function openPage(address: string): void {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new Error('Not the address of a page');
  window.location.assign(url);
}
