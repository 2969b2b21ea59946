import type { Position } from '../event-sourcing/event.js';
import type { Principal } from '../http/contract/principal.js';

/** Most users with a cached last announcement; of the others only that it was earlier. */
export const REMEMBERED_USERS_LIMIT = 10_000;

/** Who was notified. */
interface Notified {
  readonly uids: Iterable<string>;
  readonly roles: readonly string[];
}

/** Where in the log a process last announced something to each user and to each role of staff. */
export class LastAnnouncements {
  /** Everything announced after this position is known; null before the first. */
  private knownAfter: Position | null = null;
  /** Least recently notified first. */
  private readonly byUid = new Map<string, Position>();
  private readonly byRole = new Map<string, Position>();

  /** Announcements before `position` may have been missed. */
  restart(position: Position): void {
    this.knownAfter = position;
    this.byUid.clear();
    this.byRole.clear();
  }

  note(position: Position, { uids, roles }: Notified): void {
    for (const role of roles) this.byRole.set(role, position);
    for (const uid of uids) {
      this.byUid.delete(uid);
      this.byUid.set(uid, position);
    }
    for (const [uid, forgotten] of this.byUid) {
      if (this.byUid.size <= REMEMBERED_USERS_LIMIT) return;
      this.byUid.delete(uid);
      this.knownAfter = forgotten;
    }
  }

  /** Whether surely nothing after `position` was announced to this caller. */
  noneSince(position: Position, { uid, roles }: Pick<Principal, 'uid' | 'roles'>): boolean {
    if (this.knownAfter === null || position < this.knownAfter) return false;
    const last = [this.byUid.get(uid), ...roles.map((role) => this.byRole.get(role))];
    return last.every((announced) => announced === undefined || announced <= position);
  }
}
