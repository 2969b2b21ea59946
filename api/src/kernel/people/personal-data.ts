/** GET and POST /me/export: the download of one's own data. The archive is written while it is downloaded, and kept nowhere. */
export class DataExport {
  /**
   * `none`: not requested, or its time is over. `ready`: GET /me/export.zip answers with it. `making`: a download is under
   * way.
   */
  readonly state!: 'none' | 'ready' | 'making';
  /** Until when it can be downloaded; null when it was not requested. */
  readonly until!: string | null;
  /** How much of the download under way is written, in percent. @example 40 */
  readonly percent!: number | null;
  /** Size of the last complete download in bytes; null without one since the request. @example 1204224 */
  readonly bytes!: number | null;
}
