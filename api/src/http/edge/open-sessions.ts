/** Which sessions last, for connections that outlive their request; provided by the feature that opens them. */
export abstract class OpenSessions {
  /**
   * False once the session is over: signed out, expired or idle for too long. Asking does not count as using it.
   * @throws StoreUnavailable
   */
  abstract isActive(sid: string): Promise<boolean>;
}
