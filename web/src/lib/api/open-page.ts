/** Hosts of this machine as `URL` spells them. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Leaves for another page. @throws Error for anything but the address of a page */
export function openPage(address: string): void {
  window.location.assign(pageAddress(address));
}

/** The address in full: https, or http on this machine, where the simulator is. @throws Error for any other */
export function pageAddress(address: string): string {
  const { protocol, hostname, href } = new URL(address);
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return href;
  throw new Error('Not the address of a page');
}
