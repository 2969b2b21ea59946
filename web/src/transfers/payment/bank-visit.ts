import { storageKeys } from '../../lib/api/keys';
import { openPage } from '../../lib/api/open-page';
import { storage } from '../../lib/storage';

/** True once the bank's page was opened in this tab: after the return it is not opened again automatically. */
export function wasAtBank(actionUrl: string): boolean {
  return storage('session').get(storageKeys.bankVisit) === actionUrl;
}

/** Leaves for the bank's page, which returns to /payment?transfer=. */
export function goToBank(actionUrl: string): void {
  storage('session').set(storageKeys.bankVisit, actionUrl);
  openPage(actionUrl);
}
